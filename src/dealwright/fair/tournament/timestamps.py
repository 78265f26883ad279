"""Time stamps for a commitment: the request to an authority (RFC 3161), and its reply."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import Any

from dealwright.base.errors import ArgumentError, TournamentError

__all__ = ["request_of", "time_of_reply"]


def _client() -> Any:
    try:
        return import_module("rfc3161_client")
    except ImportError:
        raise ArgumentError(
            "time stamps need rfc3161-client: pip install 'dealwright[timestamp]'"
        ) from None


def request_of(public: bytes) -> bytes:
    """Return the time-stamp request for a public file: the SHA-256 of its bytes, in DER.

    :raises ArgumentError: if rfc3161-client is not installed
    """
    client = _client()
    builder = client.TimestampRequestBuilder(data=public, nonce=True, cert_req=True)
    builder = builder.hash_algorithm(client.HashAlgorithm.SHA256)
    request: bytes = builder.build().as_bytes()
    return request


def time_of_reply(reply: bytes, public: bytes, authorities: bytes) -> datetime:
    """Return the time at which an authority stamped a public file, from its reply in DER.

    ``authorities`` are the trusted certificates, in PEM.

    :raises TournamentError: if the reply is damaged, for another file, or not signed by them
    :raises ArgumentError: if rfc3161-client is not installed
    """
    client, x509 = _client(), import_module("cryptography.x509")
    try:
        roots = x509.load_pem_x509_certificates(authorities)
    except ValueError:
        raise TournamentError("the file of the authorities has no certificate in PEM") from None
    try:
        response = client.decode_timestamp_response(reply)
        builder = client.VerifierBuilder(roots=roots)
        builder.build().verify_message(response, public)
        time: datetime = response.tst_info.gen_time
    except client.VerificationError as error:
        raise TournamentError(f"the time stamp is not valid for this file: {error}") from None
    except ValueError:
        raise TournamentError(
            "the reply cannot be read as a time stamp (RFC 3161, DER); "
            "openssl ts -verify reads some that are not strictly DER"
        ) from None
    return time
