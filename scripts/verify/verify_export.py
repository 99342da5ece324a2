#!/usr/bin/env python3
"""Verifier of signed exports and proofs of published project revisions, written from docs/verification.md.

One file, no network, no service. It needs Python 3.9 or newer and the package `cryptography`, only for Ed25519.
It is a second opinion on scripts/verify/verify-export, which is in JavaScript: both give the same reason for each refusal.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import math
import os
import re
import sys
import unicodedata
import zlib

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        PublicFormat,
        load_pem_public_key,
    )
except ImportError as error:
    if __name__ == "__main__":
        print(f"cryptography-missing: {error}. Install it with: python3 -m pip install cryptography", file=sys.stderr)
        sys.exit(2)
    raise

SCHEMA_VERSION = 2
PAYLOAD_TYPE = "application/vnd.css.certificate+json;v=1"
EXPORT_MEMBERS = {"project", "revision", "sections", "datasheets", "certificate", "signature", "content"}
PROOF_MEMBERS = {"proof", "clause", "value", "certificate", "signature"}
LONGEST_PATH = 64
# More levels than any export has; readers of JSON differ in how many they read.
MAX_DEPTH = 100
# The longest part of a value of a file that a message has.
MAX_QUOTE = 120
# Whoever sends a file can send a key that signed it.
COMPARE_KEY = (
    "compare the key: its list lay next to the file and may come from whoever made both. "
    "Its keyid must be one that you got from the issuer another way."
)
COMPARE_ATTACHED_KEY = COMPARE_KEY.replace("lay next to the file", "is attached to the file")
# The pages are not signed: whoever passes a PDF on can change them.
ATTACHED = (
    "export.json, which is attached to the PDF, is what was verified. "
    "Nothing signs the pages: what counts is in the export"
)
# Blanks are not signed: anybody who passes a file on can make one.
WITHHELD = "the file says that a moderator withheld the words, which nothing signs"
MALFORMED = "a member that the format requires is missing, or is of another type."
# Shown in place of a heading that is withheld.
WITHHELD_HEADING = "Withheld clause"

# Python's \d and $ accept more than ASCII digits and the very end, so neither is used.
HASH = re.compile("[0-9a-f]{64}")
TIME = re.compile(
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z"
)
CODE = re.compile("[1-9][0-9]{0,14}")
BRACKET = re.compile("[][{}]")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Refused(Exception):
    """The refusal of a file: `reason` is stable, the message is for people."""

    def __init__(self, reason: str, message: str):
        super().__init__(message)
        self.reason = reason


class Missing:
    """The value of a member that is not there; equal to nothing."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()


# ---- JSON ---------------------------------------------------------------------------------------


def to_double(text: str):
    """A JSON number as the double that it means: whole ones as int, so that 1 and 1.0 are the same."""
    if len(text) < 16 and text.lstrip("-").isdigit():
        return int(text)
    number = float(text)
    return int(number) if math.isfinite(number) and number == int(number) and abs(number) < 2**53 else number


def refuse_constant(word: str):
    raise ValueError(f"{word} is no JSON")


def refuse_many_levels(text: str, what: str) -> None:
    """Refuses a text with more levels than MAX_DEPTH, before anything reads it that calls itself for each level."""
    # Without escaped backslashes and then escaped quotes, every quote begins or ends a string.
    outside = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    depth = 0
    for piece in outside:
        for sign in BRACKET.findall(piece):
            depth += 1 if sign in "[{" else -1
            if depth > MAX_DEPTH:
                raise Refused("not-json", f"{what} has more than {MAX_DEPTH} levels.")


def parse(text: str, what: str):
    """The value of a JSON text, and whether an object in it has a member twice."""
    refuse_many_levels(text, what)
    duplicates = []

    def build(members):
        value = dict(members)
        if len(value) < len(members):
            duplicates.append(value)
        return value

    try:
        value = json.loads(
            text,
            object_pairs_hook=build,
            parse_int=to_double,
            parse_float=to_double,
            parse_constant=refuse_constant,
        )
    except ValueError as error:
        raise Refused("not-json", f"{what} is not JSON: {error}") from error
    return value, bool(duplicates)


def parse_strictly(text: str, what: str):
    value, has_duplicates = parse(text, what)
    if has_duplicates:
        raise Refused("duplicate-key", f"{what} has an object with a member twice.")
    return value


def decode(data: bytes, what: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("not-utf8", f"{what} is not UTF-8 text.") from error


def encode(text: str, what: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Refused("not-unicode", f"{what} contains half of a surrogate pair.") from error


def write_string(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return LONE_SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", written)


def write_number(number) -> str:
    """A number as ECMAScript writes it."""
    if isinstance(number, int):
        return str(number)
    if not math.isfinite(number):
        return "null"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.DIGITS times ten to the power of `point`.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    tail = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"


def quote(value) -> str:
    """A value of a file for people, in JSON: cut where it is long, and in words where it is missing."""
    if value is MISSING:
        return "missing"
    text = canonical(value)
    return f"{text[:MAX_QUOTE]}…" if len(text) > MAX_QUOTE else text


def name_of(value) -> str:
    """A name or id of a file for people: a text as it is."""
    return value if isinstance(value, str) and len(value) <= MAX_QUOTE else quote(value)


def by_code_units(name: str):
    return name.encode("utf-16-be", "surrogatepass")


def canonical(value) -> str:
    """RFC 8785 of a parsed JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return write_string(value)
    if isinstance(value, (int, float)):
        return write_number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value) if all(map(str.isascii, value)) else sorted(value, key=by_code_units)
        return "{" + ",".join(f"{write_string(name)}:{canonical(value[name])}" for name in names) + "}"
    raise TypeError(f"{type(value).__name__} is no JSON value")


def same(left, right) -> bool:
    """Whether two parsed values are the same JSON value. Python's == would take True for 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    return left is None and right is None


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def is_hash(value) -> bool:
    return isinstance(value, str) and HASH.fullmatch(value) is not None


def is_time(value) -> bool:
    return isinstance(value, str) and TIME.fullmatch(value) is not None


def is_count(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def from_base64(text, reason: str, what: str) -> bytes:
    """The bytes of base64 in its one spelling, so that no character can change unnoticed."""
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except (binascii.Error, ValueError):
        data = None
    if data is None or base64.b64encode(data).decode("ascii") != text:
        raise Refused(reason, f"{what} is not plain base64.")
    return data


# ---- keys ---------------------------------------------------------------------------------------


class Keys:
    """The trusted keys. Each is read at most once, however many files it verifies."""

    def __init__(self, text: str):
        self.text = text
        self.entries = None
        self.read = {}

    def choose(self, keyid):
        """The key with this keyid, and its entry in the list."""
        if not isinstance(keyid, str):
            raise Refused("unknown-key", f"The envelope names no key: the keyid of its signature is {quote(keyid)}.")
        if self.entries is None:
            listed = parse_strictly(self.text, "the keys file")
            entries = listed.get("keys") if isinstance(listed, dict) else listed
            if not isinstance(entries, list):
                raise Refused("keys-unreadable", "The keys file is not a response of GET /api/certificates/keys.")
            self.entries = [entry for entry in entries if isinstance(entry, dict)]
        named = [entry for entry in self.entries if entry.get("keyid") == keyid]
        if not named:
            raise Refused("unknown-key", f"No trusted key has the keyid {name_of(keyid)}. Fetch the keys anew from the issuer.")
        if len(named) > 1:
            raise Refused("ambiguous-key", f"The keys file has two keys with the keyid {name_of(keyid)}.")
        if keyid not in self.read:
            self.read[keyid] = read_key(named[0], keyid)
        return self.read[keyid], named[0]


def read_key(entry: dict, keyid) -> Ed25519PublicKey:
    unreadable = Refused("keys-unreadable", f"The key {name_of(keyid)} cannot be read.")
    wrong_type = Refused("key-not-ed25519", f"The key {name_of(keyid)} is of another type; only Ed25519 is accepted.")
    try:
        if entry.get("pem") is not None:
            key = load_pem_public_key(entry["pem"].encode("ascii"))
        else:
            jwk = entry["jwk"]
            if jwk["kty"] != "OKP" or jwk["crv"] != "Ed25519":
                raise wrong_type
            key = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(jwk["x"] + "=="))
    except (ValueError, KeyError, TypeError, AttributeError, UnsupportedAlgorithm) as error:
        raise unreadable from error
    if not isinstance(key, Ed25519PublicKey):
        raise wrong_type
    if sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)) != keyid:
        raise Refused("keyid-mismatch", f"The key listed as {name_of(keyid)} is another key: a keyid is the hash of its key.")
    return key


def check_key_in_time(entry: dict, issued_at: str) -> None:
    not_after, compromised_since = entry.get("not_after"), entry.get("compromised_since")
    for time in (not_after, compromised_since):
        if time is not None and not is_time(time):
            raise Refused("keys-unreadable", f"A time of the key is {quote(time)}, not like {issued_at}.")
    if compromised_since is not None:
        if compromised_since <= issued_at:
            raise Refused("key-compromised", f"The key leaked on {compromised_since}, before the certificate was issued.")
        raise Refused("key-compromised-later", f"The key leaked on {compromised_since}; a thief can back-date a certificate.")
    if not_after is not None and not_after < issued_at:
        raise Refused("key-expired", f"The key was retired on {not_after}, before the certificate was issued.")


# ---- the certificate ----------------------------------------------------------------------------


def open_envelope(envelope, keys: Keys):
    """The signed certificate, its keyid and the entry of its key."""
    if not isinstance(envelope, dict):
        raise Refused("envelope-malformed", "signature is not a DSSE envelope.")
    signatures = envelope.get("signatures")
    if not isinstance(signatures, list) or len(signatures) != 1 or not isinstance(signatures[0], dict):
        raise Refused("envelope-malformed", "The envelope must carry exactly one signature.")
    [signature] = signatures
    unknown = [name for name in envelope if name not in ("payloadType", "payload", "signatures")]
    unknown += [name for name in signature if name not in ("keyid", "sig")]
    for name in unknown:
        if name == "alg":
            raise Refused("algorithm-not-allowed", "The file asks for an algorithm; it may not choose one.")
        raise Refused("unexpected-member", f"The envelope has a member {quote(name)} that is not allowed.")
    if envelope.get("payloadType") != PAYLOAD_TYPE:
        raise Refused("wrong-payload-type", f"The payload type is not {PAYLOAD_TYPE}.")
    keyid = signature.get("keyid", MISSING)
    key, entry = keys.choose(keyid)
    payload = from_base64(envelope.get("payload"), "envelope-malformed", "The payload")
    sig = from_base64(signature.get("sig"), "bad-signature", "The signature")
    kind = PAYLOAD_TYPE.encode()
    try:
        key.verify(sig, b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload))
    except InvalidSignature as error:
        raise Refused("bad-signature", "The signature does not match the certificate.") from error
    text = decode(payload, "the certificate")
    certificate = parse_strictly(text, "the certificate")
    if canonical(certificate) != text:
        raise Refused("certificate-not-canonical", "The signed certificate is not canonical JSON.")
    return certificate, keyid, entry


def open_certificate(file: dict, keys: Keys) -> dict:
    """The certificate of a file, after every check but those of what it certifies."""
    certificate, keyid, entry = open_envelope(file["signature"], keys)
    if not same(member(certificate, "schema_version"), SCHEMA_VERSION):
        raise Refused("unknown-schema", f"This verifier knows certificates of the schema version {SCHEMA_VERSION} only.")
    if not same(certificate, file["certificate"]):
        raise Refused("certificate-differs", "The certificate shown is not the one that was signed.")
    if certificate.get("keyid") != keyid:
        raise Refused("keyid-mismatch", "The certificate names another key than its envelope.")
    tree = certificate.get("content_tree", MISSING)
    previous = certificate.get("previous_certificate_sha256", MISSING)
    well_formed = (
        isinstance(certificate.get("project"), dict)
        and isinstance(certificate.get("revision"), dict)
        and is_hash(certificate.get("content_sha256"))
        and is_tree_head(tree)
        and isinstance(certificate.get("fingerprints"), list)
        and isinstance(certificate.get("acknowledged"), list)
        and (previous is None or is_hash(previous))
        and is_time(certificate.get("issued_at"))
    )
    if not well_formed:
        raise Refused("certificate-malformed", "The certificate lacks a member, or one is not well-formed.")
    check_key_in_time(entry, certificate["issued_at"])
    return certificate


# ---- Merkle trees -------------------------------------------------------------------------------


def is_tree_head(value) -> bool:
    return isinstance(value, dict) and is_count(value.get("size")) and is_hash(value.get("root_sha256"))


def leaf_hash(salt: bytes, part) -> bytes:
    return hashlib.sha256(b"\x00" + salt + encode(canonical(part), "a part")).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def salt_of(seed: bytes, index: int) -> bytes:
    return hashlib.sha256(b"\x02" + seed + index.to_bytes(8, "big")).digest()


def tree_root(hashes: list) -> bytes:
    """The root of a tree, as the stack of its perfect subtrees from the left."""
    subtrees = []
    for count, leaf in enumerate(hashes):
        # Every trailing one bit of the number of leaves before is a subtree of the same size as the new one.
        while count & 1:
            leaf = node_hash(subtrees.pop(), leaf)
            count >>= 1
        subtrees.append(leaf)
    if not subtrees:
        return hashlib.sha256(b"").digest()
    root = subtrees.pop()
    while subtrees:
        root = node_hash(subtrees.pop(), root)
    return root


def root_of_path(leaf: bytes, index: int, size: int, path: list):
    """RFC 9162, section 2.1.3.2: the root to which a path leads; None for a path that does not fit."""
    if index >= size:
        return None
    at, last, root = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            root = node_hash(sibling, root)
            while at and not at & 1:
                at >>= 1
                last >>= 1
        else:
            root = node_hash(root, sibling)
        at >>= 1
        last >>= 1
    return root if last == 0 else None


def without(value: dict, *names: str) -> dict:
    return {name: member for name, member in value.items() if name not in names}


def only(value: dict, *names: str) -> dict:
    return {name: value[name] for name in names}


def head_of_tree(seed: bytes, parts) -> dict:
    """Size and root of the tree over parts."""
    hashes = [leaf_hash(salt_of(seed, index), part) for index, part in enumerate(parts)]
    return {"size": len(hashes), "root_sha256": tree_root(hashes).hex()}


def is_wording(content, toc_content, label) -> bool:
    """A heading and the text under it, with the printed number of a clause that has one; an empty one is none."""
    has_label = label is not MISSING
    words = [content, toc_content, *([label] if has_label else [])]
    return all(isinstance(word, str) for word in words) and not (has_label and label == "")


def wording_hash(salt: str, content: str, toc_content: str, label) -> str:
    """The salted hash of a wording."""
    words = {"content": content, "toc_content": toc_content}
    text = canonical(words if label is MISSING else {**words, "label": label})
    return sha256(b"\x04" + bytes.fromhex(salt) + encode(text, "a wording"))


def check_inclusion(proof, head: dict, reason: str, what: str) -> None:
    """Checks that the leaf of a proof is in a tree."""
    members = proof if isinstance(proof, dict) else {}
    leaf, index, salt, path = (members.get(name) for name in ("leaf", "index", "salt", "path"))
    well_formed = (
        isinstance(leaf, dict)
        and is_count(index)
        and is_hash(salt)
        and isinstance(path, list)
        and all(map(is_hash, path))
    )
    if not well_formed:
        raise Refused("proof-malformed", f"{what} lacks a member, or one is not well-formed.")
    for name in members:
        if name not in ("leaf", "index", "salt", "path"):
            raise Refused("unexpected-member", f"{what} has a member {quote(name)} that is not allowed.")
    root = None
    if len(path) <= LONGEST_PATH:
        root = root_of_path(leaf_hash(bytes.fromhex(salt), leaf), index, head["size"], [bytes.fromhex(h) for h in path])
    if root is None or root.hex() != head["root_sha256"]:
        raise Refused(reason, f"{what} does not lead to the certified root: the part, its place or its path was changed.")


# ---- the parts of the content -------------------------------------------------------------------


def member(value, name: str):
    return value.get(name, MISSING) if isinstance(value, dict) else MISSING


def differs(path: str, message: str) -> Refused:
    return Refused("shown-differs", f"{path}: {message}")


def place_of(row: dict) -> str:
    """The place of a section whose words are withheld, for people."""
    if row["standard_id"] is None:
        return f"section {name_of(row['section_id'])}"
    return f"{name_of(row['address'] or 'the top')} of standard {name_of(row['standard_id'])}"


def parts_of(content: dict):
    """The parts of the signed content in their order."""
    lists = ("sections", "standards", "datasheets", "files")
    yield {"part": "document", "document": without(content, "proof_seed", *lists)}
    for section in content["sections"]:
        yield {"part": "section", "section": section}
    for standard in content["standards"]:
        yield {"part": "standard", "standard": without(standard, "template")}
        named = only(standard, "standard_id", "name", "standard_revision")
        for field in standard["template"]:
            yield {"part": "field", "standard": named, "field": field}
    for sheet in content["datasheets"]:
        yield {"part": "datasheet", "datasheet": sheet}
    for file in content["files"]:
        yield {"part": "file", "file": file}


def check_clause_tree(clause, leaf: dict) -> dict:
    """Checks that a clause is in the tree of the standard in `leaf`. Returns the leaf of the clause."""
    if not isinstance(clause, dict):
        raise Refused("proof-malformed", "clause is not an object.")
    standard = leaf.get("standard")
    if leaf.get("part") != "standard" or not isinstance(standard, dict) or not is_tree_head(standard.get("clauses")):
        raise Refused("proof-malformed", "A clause is proved in the tree of a standard.")
    check_inclusion(without(clause, "wording"), standard["clauses"], "clause-proof-broken", "The clause")
    if clause["leaf"].get("part") != "clause":
        raise Refused("proof-malformed", "The leaf of clause is another part.")
    return clause["leaf"]


def lines_of_clause(part: dict, leaf: dict, wording) -> list:
    """A clause for people, and the standard that it is in; without a wording it is withheld."""
    standard = leaf["standard"]
    name, standard_id, revision = (member(standard, key) for key in ("name", "standard_id", "standard_revision"))
    shown = f"not shown: {WITHHELD}" if wording is None else canonical(wording)
    return [
        f"standard  {name_of(name)} ({name_of(standard_id)}), revision {name_of(member(revision, 'code'))}",
        f"clause    {name_of(part.get('address', MISSING))} {shown}",
    ]


def describe_part(leaf: dict) -> str:
    """A part of the content for people: its kind, and the rest of it."""
    return f"{name_of(leaf.get('part', MISSING)).ljust(8)}  {canonical(without(leaf, 'part'))}"


# ---- what is shown next to the content -----------------------------------------------------------


def find_section(address, sections: set):
    """The nearest section at or above an address; None without one."""
    at = address if isinstance(address, str) else ""
    while at and at not in sections:
        at = at.rpartition(".")[0]
    return at or None


def parts_of_tree(original: dict, scope, values: list):
    """The parts of the tree of a datasheet: its record, and each value without its section."""
    record = {
        "datasheet_id": original["id"],
        "revision_id": original["revision"]["id"],
        "code": original["revision"]["code"],
        "scope": scope,
        "standard_id": original["standard"]["id"],
        "standard_revision_id": original["standard_revision"]["id"],
    }
    yield {"part": "record", "record": record}
    for value in values:
        yield {"part": "value", "value": without(value, "section")}


def check_sections(shown: list, signed: list) -> list:
    """The places that are withheld. Each section is under its signed parent, with the signed words or none."""
    withheld, paths = [], []
    for index, (row, original) in enumerate(zip(shown, signed)):
        path = f"sections[{index}]"
        if not isinstance(row, dict):
            raise differs(path, "not a section.")
        place = without(row, "heading_path", "scope_statement", "label", "withheld", "salt")
        if not same(place, without(original, "parent", "wording_sha256")):
            raise differs(path, "not the signed section.")
        headings, parent = row.get("heading_path"), original["parent"]
        if not isinstance(headings, list) or not same(headings[:-1], [] if parent is None else paths[parent]):
            raise differs(path, "not under its signed heading.")
        paths.append(headings)
        heading = headings[-1] if headings else None
        text, salt = row.get("scope_statement"), row.get("salt")
        label = row.get("label", MISSING)
        if "withheld" in row:
            is_blank = heading == WITHHELD_HEADING and text == "" and not {"label", "salt"} & row.keys()
            if row["withheld"] is not True or not is_blank:
                raise differs(path, "a withheld section shows no words and no salt.")
            withheld.append(place_of(original))
            continue
        well_formed = is_wording(text, heading, label) and is_hash(salt)
        if not well_formed or wording_hash(salt, text, heading, label) != original["wording_sha256"]:
            raise differs(path, "not the signed heading and scope statement.")
    return withheld


def datasheet_check(content: dict):
    addresses = {}
    for row in content["sections"]:
        addresses.setdefault(row["standard_id"], set()).add(row["address"])

    def check(path: str, shown: dict, original: dict) -> None:
        signed = without(original, "tree")
        if not same(without(shown, "scope", "values", "proof_seed"), signed):
            raise differs(path, "differs from the signed datasheet.")
        seed, values = shown.get("proof_seed"), shown.get("values")
        if not is_hash(seed) or not isinstance(values, list) or not all(isinstance(v, dict) for v in values):
            raise differs(path, "lacks its seed or its values.")
        known = addresses.get(original["standard"]["id"], set())
        for index, value in enumerate(values):
            if not same(value.get("section", MISSING), find_section(value.get("address"), known)):
                raise differs(f"{path}.values[{index}]", "not in its signed section.")
        parts = parts_of_tree(original, shown.get("scope"), values)
        if not same(head_of_tree(bytes.fromhex(seed), parts), original["tree"]):
            raise differs(path, "differs from the signed datasheet.")

    return check


def describe_inner(file: dict, leaf: dict) -> list:
    """Checks the clause or value of a proof, and says what it is."""
    if "clause" in file and "value" in file:
        raise Refused("proof-malformed", "A proof has a clause or a value, not both.")
    if "clause" in file:
        return describe_clause(file["clause"], leaf)
    if "value" in file:
        return describe_value(file["value"], leaf)
    return []


def describe_clause(clause, leaf: dict) -> list:
    part = check_clause_tree(clause, leaf)
    wording = clause.get("wording", MISSING)
    if wording is None:
        return lines_of_clause(part, leaf, None)
    members = wording if isinstance(wording, dict) else {}
    text, heading, salt = (members.get(name) for name in ("content", "toc_content", "salt"))
    label = members.get("label", MISSING)
    has_all = len(members) == (3 if label is MISSING else 4)
    if not has_all or not is_wording(text, heading, label) or not is_hash(salt):
        raise Refused("proof-malformed", "wording is not a heading, a text, a label if any, and their salt.")
    if wording_hash(salt, text, heading, label) != part.get("hash"):
        raise Refused("clause-differs", "The wording shown is not the signed one.")
    kind = {"kind": part["kind"]} if "kind" in part else {}
    return lines_of_clause(part, leaf, {**kind, **without(members, "salt")})


def describe_value(proof, leaf: dict) -> list:
    sheet = leaf.get("datasheet")
    if leaf.get("part") != "datasheet" or not isinstance(sheet, dict) or not is_tree_head(sheet.get("tree")):
        raise Refused("proof-malformed", "A value is proved in the tree of a datasheet.")
    check_inclusion(proof, sheet["tree"], "value-proof-broken", "The value")
    value = proof["leaf"].get("value")
    # The tree has the record of the datasheet too.
    if proof["leaf"].get("part") != "value" or not isinstance(value, dict):
        raise Refused("proof-malformed", "The leaf of value is another part.")
    name, sheet_id, revision = (sheet.get(key, MISSING) for key in ("name", "id", "revision"))
    return [
        f"sheet     {name_of(name)} ({name_of(sheet_id)}), revision {name_of(member(revision, 'code'))}",
        f"value     {canonical(value)}",
    ]


# ---- an export ----------------------------------------------------------------------------------


def open_content(text, certificate: dict) -> dict:
    """The signed content, after its checks against the certificate."""
    if not isinstance(text, str):
        raise Refused("content-missing", "content is not a string.")
    content, has_duplicates = parse(text, "content")
    is_canonical = canonical(content) == text
    if not is_canonical and has_duplicates:
        raise Refused("duplicate-key", "content has an object with a member twice.")
    if sha256(encode(text, "content")) != certificate["content_sha256"]:
        for name in ("project", "revision"):
            if not same(member(member(content, name), "id"), certificate[name].get("id", MISSING)):
                raise Refused("content-of-another-revision", "The certificate is of one revision and the content of another.")
        raise Refused("content-changed", "content was changed after it was signed.")
    if not is_canonical:
        raise Refused("content-not-canonical", "content is not canonical JSON.")
    fingerprints = [
        {
            "standard_id": standard["standard_id"],
            "standard_revision_id": standard["standard_revision"]["id"],
            "code": standard["standard_revision"]["code"],
            "content_hash": standard["content_hash"],
        }
        for standard in content["standards"]
    ]
    agrees = (
        same(member(content, "schema_version"), certificate["schema_version"])
        and same(only(content["project"], "id", "name"), certificate["project"])
        and same(only(content["revision"], "id", "code", "name"), certificate["revision"])
        and same(fingerprints, certificate["fingerprints"])
        and same(head_of_tree(bytes.fromhex(content["proof_seed"]), parts_of(content)), certificate["content_tree"])
    )
    if not agrees:
        raise Refused("certificate-content-disagree", "The certificate does not match the content.")
    return content


def check_shown(file: dict, content: dict, certificate: dict) -> list:
    """Checks that the readable parts of the file equal the signed content. Returns the places that are withheld."""
    if not same(member(file, "project"), content["project"]):
        raise differs("project", "not the signed header.")
    revision = member(file, "revision")
    if not isinstance(revision, dict):
        raise differs("revision", "missing.")
    if not same(without(revision, "content_hash", "acknowledged"), content["revision"]):
        raise differs("revision", "not the signed revision.")
    if not same(revision.get("acknowledged", []), certificate["acknowledged"]):
        raise differs("revision.acknowledged", "not the certified acknowledgments.")
    if revision.get("content_hash") != certificate["content_sha256"]:
        raise differs("revision.content_hash", "not the certified hash.")
    sections = member(file, "sections")
    if not isinstance(sections, list) or len(sections) != len(content["sections"]):
        raise differs("sections", "not the signed list.")
    withheld = check_sections(sections, content["sections"])
    if not isinstance(member(file, "datasheets"), list):
        raise differs("datasheets", "missing.")
    check_datasheet = datasheet_check(content)
    signed = {sheet["id"]: sheet for sheet in content["datasheets"]}
    templates = {standard["standard_id"]: standard["template"] for standard in content["standards"]}
    for index, shown in enumerate(file["datasheets"]):
        path = f"datasheets[{index}]"
        sheet_id = member(shown, "id")
        is_number = isinstance(sheet_id, (int, float)) and not isinstance(sheet_id, bool)
        original = signed.pop(sheet_id, None) if is_number else None
        if original is None:
            raise differs(path, "not a datasheet of this revision, or shown twice.")
        check_datasheet(path, without(shown, "template"), original)
        if "template" in shown and not same(shown["template"], templates.get(original["standard"]["id"], MISSING)):
            raise differs(f"{path}.template", "not the signed template.")
    return withheld


def check_members(file: dict, allowed: set, needed: tuple) -> None:
    missing = [name for name in needed if name not in file]
    if missing:
        raise Refused("not-signed", f"The file has no {', '.join(missing)}.")
    for name in file:
        if name not in allowed:
            raise Refused("unexpected-member", f"The file has a member {quote(name)} that is not signed.")


def verify_export(file: dict, keys: Keys) -> dict:
    check_members(file, EXPORT_MEMBERS, ("certificate", "signature", "content"))
    certificate = open_certificate(file, keys)
    content = open_content(file["content"], certificate)
    withheld = check_shown(file, content, certificate)
    sheets = f"{len(file['datasheets'])} of {len(content['datasheets'])} datasheets"
    lines = [f"content   sha256 {certificate['content_sha256']}; shows {sheets}"]
    if withheld:
        lines.append(f"not shown {len(withheld)} sections: {WITHHELD}: {', '.join(withheld)}")
    return {"certificate": certificate, "lines": lines}


# ---- a proof ------------------------------------------------------------------------------------


def verify_proof(file: dict, keys: Keys) -> dict:
    check_members(file, PROOF_MEMBERS, ("certificate", "signature"))
    certificate = open_certificate(file, keys)
    check_inclusion(file["proof"], certificate["content_tree"], "proof-broken", "The proof")
    leaf = file["proof"]["leaf"]
    lines = describe_inner(file, leaf) or [describe_part(leaf)]
    return {"certificate": certificate, "lines": lines}


def verify_file(data: bytes, keys: Keys) -> dict:
    """Verifies an export, alone or attached to a PDF, or a proof. Returns its certificate and lines for people; raises Refused."""
    if is_pdf(data):
        attached = attachments_of(data).get("export.json")
        if attached is None:
            raise Refused("no-export-attached", "No export is attached to the PDF: only to that of a published revision.")
        file = parse_strictly(decode(attached, "the file"), "the file")
        if not isinstance(file, dict):
            raise Refused("not-an-export", "The file is neither an export nor a proof.")
        return verify_export(file, keys)
    file = parse_strictly(decode(data, "the file"), "the file")
    if not isinstance(file, dict):
        raise Refused("not-an-export", "The file is neither an export nor a proof.")
    return verify_proof(file, keys) if "proof" in file else verify_export(file, keys)


# ---- an export attached to a PDF ----------------------------------------------------------------


MAX_ATTACHMENT_BYTES = 512 * 1024 * 1024
MAX_OBJECTS = 5_000_000
MAX_DICTIONARY = 65_536
ENTRY_BYTES = 20


def is_pdf(data: bytes) -> bool:
    return data[:5] == b"%PDF-"


def unreadable(why: str) -> Refused:
    hint = "Take the file export.json out of it with another program and verify that."
    return Refused("pdf-unreadable", f"The PDF is not as the service wrote it: {why}. {hint}")


def number_in(text: bytes, pattern: bytes, what: str) -> int:
    found = re.search(pattern, text)
    if not found:
        raise unreadable(f"it has no {what}")
    return int(found.group(1))


class PdfObjects:
    """The objects of a PDF, by the table at its end. A PDF that another program has saved is refused."""

    def __init__(self, data: bytes):
        self.data = data
        table = number_in(data[-64:], rb"startxref\n([0-9]{1,12})\n%%EOF\n?\Z", "place of its table of objects")
        head = data[table : table + 32]
        self.count = number_in(head, rb"\Axref\n0 ([0-9]{1,9})\n", "plain table of objects")
        if self.count > MAX_OBJECTS:
            raise unreadable("it has too many objects")
        self.first = table + head.index(b"\n", 5) + 1
        after = self.first + self.count * ENTRY_BYTES
        trailer = data[after : after + MAX_DICTIONARY]
        if not trailer.startswith(b"trailer\n") or re.search(rb"/(?:Prev|Encrypt|XRefStm)\b", trailer):
            raise unreadable("it was changed after it was written")
        self.root = number_in(trailer, rb"/Root ([0-9]{1,9}) 0 R", "catalog")

    def dictionary(self, number: int) -> tuple:
        """Where what follows the dictionary of an object begins, and the dictionary."""
        if number >= self.count:
            raise unreadable("an object is missing")
        entry = self.first + number * ENTRY_BYTES
        start = number_in(self.data[entry : entry + ENTRY_BYTES], rb"\A([0-9]{10}) 00000 n", f"object {number}")
        text = self.data[start : start + MAX_DICTIONARY]
        name = b"%d 0 obj\n" % number
        end = re.search(rb"\n(?:endobj|stream)\n", text)
        if not text.startswith(name) or not end:
            raise unreadable(f"object {number} is damaged")
        return start + end.start(), text[len(name) : end.start()]

    def stream(self, number: int) -> bytes:
        end, text = self.dictionary(number)
        start = end + len(b"\nstream\n")
        length = number_in(text, rb"/Length ([0-9]{1,12})\n", "length of an attachment")
        stored = self.data[start : start + length]
        if len(stored) != length or self.data[start + length : start + length + 11] != b"\nendstream\n":
            raise unreadable("an attachment is damaged")
        if b"/Filter" not in text:
            return stored
        if b"/Filter /FlateDecode\n" not in text:
            raise unreadable("an attachment is packed in another way")
        unpacker = zlib.decompressobj()
        try:
            unpacked = unpacker.decompress(stored, MAX_ATTACHMENT_BYTES)
        except zlib.error:
            raise unreadable("an attachment is damaged") from None
        if not unpacker.eof:
            raise unreadable("an attachment is damaged")
        return unpacked


def attachments_of(data: bytes) -> dict:
    objects = PdfObjects(data)
    attachments = {}
    _, catalog = objects.dictionary(objects.root)
    start = catalog.find(b"/EmbeddedFiles <<")
    if start < 0:
        return attachments
    listed = catalog[start : catalog.find(b"]", start)]
    for name, number in re.findall(rb"\(([^()\\]{1,200})\) ([0-9]{1,9}) 0 R", listed):
        word = name.decode("latin-1")
        if word in attachments:
            raise unreadable(f"it has two attachments {name_of(word)}")
        _, text = objects.dictionary(int(number))
        attachments[word] = objects.stream(number_in(text, rb"/EF <<\s{1,20}/F ([0-9]{1,9}) 0 R", f"file {name_of(word)}"))
    return attachments


# ---- the chain ----------------------------------------------------------------------------------


def verify_chain(files: list):
    """Checks the links between verified files, given as (name, certificate). Returns the number of links, and notes on unchecked ones."""
    known = {sha256(encode(canonical(certificate), "a certificate")): (name, certificate) for name, certificate in files}
    projects = {}
    for digest, (name, certificate) in known.items():
        project, code = quote(certificate["project"].get("id", MISSING)), certificate["revision"].get("code")
        if not isinstance(code, str) or not CODE.fullmatch(code):
            raise Refused("chain-broken", f"Project {project}: a revision has a code that is no number.")
        places = projects.setdefault(project, {})
        if int(code) in places:
            raise Refused("chain-forked", f"Project {project}: two certificates of revision {code} differ.")
        places[int(code)] = digest
    links, notes = 0, []
    for project, places in projects.items():
        for code in sorted(places):
            name, certificate = known[places[code]]
            here = f"Project {project}: revision {code}"
            previous = certificate["previous_certificate_sha256"]
            before = places.get(code - 1)
            if (previous is None) != (code == 1):
                raise Refused("chain-broken", f"{here} names {'none' if previous is None else 'one'} before it.")
            if before is not None:
                if before != previous:
                    raise Refused("chain-broken", f"{here} does not follow revision {code - 1}.")
                links += 1
            elif previous in known:
                raise Refused("chain-broken", f"{here} follows a revision that is not the one before it.")
            elif code != 1:
                notes.append(f"revision {code} ({name}) follows a revision that is not among these files")
    return links, notes


# ---- the command --------------------------------------------------------------------------------


def say(text: str, stream=None) -> None:
    """Prints a line without characters that a terminal would obey."""
    line = "".join("\ufffd" if unicodedata.category(sign) in ("Cc", "Cf", "Cs") else sign for sign in text)
    print(line, file=stream or sys.stdout)


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def reason_of(error: Exception) -> str:
    return error.reason if isinstance(error, Refused) else "malformed"


def message_of(error: Exception) -> str:
    """What is wrong with a file, for people. What the language says of a malformed one helps nobody."""
    is_of_file = isinstance(error, (LookupError, TypeError, AttributeError, ValueError))
    return MALFORMED if is_of_file else str(error)


def verify_lines(keys: Keys) -> int:
    """For suites: each line of the input is the base64 of a file, or of several with spaces between them."""
    for line in sys.stdin:
        try:
            results = [verify_file(base64.b64decode(word), keys) for word in line.split()]
            verify_chain([("", result["certificate"]) for result in results])
            print("verified")
        except Exception as error:  # noqa: BLE001, what breaks a check is malformed
            print(reason_of(error))
    return 0


def verify_one(name: str, keys_name):
    keys_path = keys_name or os.path.join(os.path.dirname(name), "keys.json")
    if not os.path.isfile(name):
        say(f"file-missing: there is no file {name}.", sys.stderr)
        return 2, None
    try:
        data = read(name)
        keys_data = read(keys_path) if os.path.isfile(keys_path) else None
    except OSError as error:
        say(f"file-unreadable: {error}.", sys.stderr)
        return 2, None
    is_attached = keys_data is None and not keys_name and is_pdf(data)
    try:
        if is_attached:
            keys_data = attachments_of(data).get("keys.json")
        if keys_data is None:
            say(f"keys-missing: there is no file {keys_path}.", sys.stderr)
            return 2, None
        result = verify_file(data, Keys(decode(keys_data, "the keys file")))
    except Exception as error:  # noqa: BLE001, what breaks a check is malformed
        say(f"REFUSED  {name}", sys.stderr)
        say(f"  {reason_of(error)}: {message_of(error)}", sys.stderr)
        return 1, None
    certificate = result["certificate"]
    project, revision = certificate["project"], certificate["revision"]
    say(f"VERIFIED  {name}")
    if is_pdf(data):
        say(f"  file      {ATTACHED}")
    shown = {name: name_of(project.get(name, MISSING)) for name in ("name", "id")}
    say(f"  project   {shown['name']} ({shown['id']})")
    shown = {name: name_of(revision.get(name, MISSING)) for name in ("code", "id")}
    revision_name = quote(revision.get("name", MISSING))
    say(f"  revision  {shown['code']} {revision_name} ({shown['id']}), issued {certificate['issued_at']}")
    for line in result["lines"]:
        say(f"  {line}")
    say(f"  key       {certificate['keyid']}, from {'the file itself' if is_attached else keys_path}")
    if is_attached:
        say(f"  WARNING   {COMPARE_ATTACHED_KEY}")
    elif os.path.dirname(os.path.abspath(name)) == os.path.dirname(os.path.abspath(keys_path)):
        say(f"  WARNING   {COMPARE_KEY}")
    return 0, certificate


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Verifies exports and proofs of published project revisions, offline, and the chain of several.",
        epilog="Exit 0: verified. Exit 1: refused, with the reason. Exit 2: not checked.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--keys", help="response of GET /api/certificates/keys; default: keys.json next to each file")
    parser.add_argument("--lines", action="store_true", help="read files from the input, each a line of base64")
    args = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    if args.lines:
        if not args.keys or args.files:
            parser.error("--lines needs --keys and no FILE")
        return verify_lines(Keys(decode(read(args.keys), "the keys file")))
    if not args.files:
        parser.error("no FILE is given")
    codes, verified = [], []
    for name in args.files:
        code, certificate = verify_one(name, args.keys)
        codes.append(code)
        if certificate:
            verified.append((name, certificate))
    if len(verified) > 1:
        try:
            links, notes = verify_chain(verified)
            if links or notes:
                say(f"CHAIN  {links} {'link' if links == 1 else 'links'} verified")
            for note in notes:
                say(f"  not checked: {note}")
        except Refused as error:
            say("REFUSED  the chain", sys.stderr)
            say(f"  {error.reason}: {error}", sys.stderr)
            codes.append(1)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
