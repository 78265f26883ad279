"""Answers to requests as JSON texts: the same from a server's worker and in a browser.

This module and those it imports need no server, no database and no other process.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from dealwright.base.errors import ConditionError, DealwrightError, Stopped
from dealwright.base.jobs import Job
from dealwright.base.problem_reports import unexpected
from dealwright.requests.documents import write_json
from dealwright.web.requests import REQUESTS, job_of

__all__ = ["answers"]

_INTERVAL = 0.2  # seconds between partial answers


def answers(
    name: str, fields: object, begin: Callable[[Job[Any, Any]], object] = lambda job: None
) -> Iterator[tuple[str, str]]:
    """Yield ``partial`` answers, then the ``answer``, an ``error`` or ``stopped``, as JSON texts.

    ``begin`` is called with the job before it runs.

    >>> for kind, text in answers("count", {"condition": "hcp(north) >= 37"}):
    ...     print(kind, json.loads(text)["count"])
    answer 337912392291465600
    >>> print(*next(answers("count", {"condition": 5})))
    error {"message": "'condition' must be a text, not 5"}
    """
    try:
        job = job_of(name, fields)
        begin(job)
        if REQUESTS[name].kind.partial:
            sent = monotonic()
            for partial in job:
                if monotonic() - sent >= _INTERVAL:
                    sent = monotonic()
                    yield "partial", write_json(partial)
        document = write_json(job.result())
        if job.state == "stopped":
            raise Stopped("the request was stopped")
    except Stopped:
        yield "stopped", "true"
    except DealwrightError as error:
        yield "error", json.dumps(_error_values(error, name))
    except (MemoryError, RecursionError):
        yield "error", json.dumps({"message": "this needs more memory than one request may take"})
    except Exception as error:  # the guard at the door: a fault costs one answer, not the process
        yield "error", json.dumps(_fault_values(error, fields))
    else:
        yield "answer", document


def _fault_values(error: Exception, fields: object) -> dict[str, Any]:
    """Return an exception that no request may cause as JSON values.

    Who runs the server finds its place in the server's log, without the text of the request.
    """
    traceback.print_tb(error.__traceback__)
    return {"message": unexpected(error, json.dumps(fields, default=str)), "status": 500}


def _error_values(error: DealwrightError, name: str) -> dict[str, Any]:
    """Return an error as JSON values: the message, the field, for text the place and a hint."""
    values: dict[str, Any] = {"message": str(error)}
    if isinstance(error, ConditionError):
        values["message"] = error.message
        if error.hint:
            values["hint"] = error.hint
        if error.position is not None:
            values |= {"text": error.text, "position": error.position}
    if field := REQUESTS[name].field_of(error.argument):
        values["field"] = field
    return values
