"""Audits of dealt hands: whether they are consistent with uniform dealing."""

from dealwright.fair.audit.answers import Audit, AuditTest, Power
from dealwright.fair.audit.auditing import auditing
from dealwright.fair.audit.sessions import Session, session_of

__all__ = ["Audit", "AuditTest", "Power", "Session", "auditing", "session_of"]
