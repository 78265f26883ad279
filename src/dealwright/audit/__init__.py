"""The audit of hands already dealt: whether they are what uniform dealing gives."""

from dealwright.audit.answers import Audit, AuditTest, Power
from dealwright.audit.auditing import auditing
from dealwright.audit.sessions import Session, session_of

__all__ = ["Audit", "AuditTest", "Power", "Session", "auditing", "session_of"]
