// A third implementation of the sets of a tournament, written from docs/reference/tournaments.md alone.
// node tournament.mjs PUBLIC SECRET VALUE RECORD prints what holds, one line each: the commitment, each
// set's fingerprint, and each file of boards, which is written anew and compared byte for byte.
// More events may follow, of four words each; a line "event" precedes the lines of each.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const sha256 = () => crypto.createHash("sha256");
let shared, secret, value;

/** Return the values of a file of JSON; undefined if it says anything twice. */
function read(name) {
  const text = fs.readFileSync(name, "utf8");
  const plain = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => (string ? JSON.stringify(JSON.parse(string)) : ""));
  const values = JSON.parse(text);
  return JSON.stringify(values) === plain ? values : undefined;
}

function committed() {
  const hash = sha256();
  for (const part of [shared.algorithm, shared.created, shared.plan].map((text) => Buffer.from(text, "utf8")).concat(secret)) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(part.length));
    hash.update(length).update(part);
  }
  return hash.digest("hex");
}

function choose(n, k) {
  let found = 1n;
  for (let i = 0n; i < BigInt(k); i++) found = (found * (BigInt(n) - i)) / (i + 1n);
  return found;
}

const DEALS = choose(52, 13) * choose(39, 13) * choose(26, 13);
const CARDS = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => suit + rank));

function places(rank) {
  const found = [];
  for (let size = 13; size >= 1; size--) {
    let place = size - 1;
    while (choose(place + 1, size) <= rank) place++;
    rank -= choose(place, size);
    found.push(place);
  }
  return found;
}

function written(hand) {
  const cards = hand.sort((a, b) => a - b).map((card) => CARDS[card]);
  return [..."SHDC"].map((suit) => cards.filter((card) => card[0] === suit).map((card) => card[1]).join("")).join(".");
}

function deal(key, board) {
  const start = Buffer.alloc(16); // the block's number, then the nonce of 12 bytes
  start.writeBigUInt64LE(BigInt(board), 8);
  const stream = crypto.createCipheriv("chacha20", key, start).update(Buffer.alloc(12 * 200));
  for (let at = 0; ; at += 12) {
    const number = BigInt("0x" + stream.subarray(at, at + 12).toString("hex"));
    if (number >= DEALS) continue;
    const south = number % choose(26, 13);
    const rest = number / choose(26, 13);
    let left = [...Array(52).keys()];
    const hands = [rest / choose(39, 13), rest % choose(39, 13), south].map((rank) => {
      const hand = places(rank).map((place) => left[place]);
      left = left.filter((card) => !hand.includes(card));
      return hand;
    });
    return [...hands, left].map(written).join(" ");
  }
}

function deals(set) {
  const salt = sha256().update(value, "utf8").digest();
  const info = [shared.commitment, set.phase, String(set.session), set.set].join("\n");
  const key = Buffer.from(crypto.hkdfSync("sha256", secret, salt, info, 32));
  const [first, last] = set.boards.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => [first + at, deal(key, first + at)]);
}

function fingerprint(boards) {
  const hash = sha256();
  for (const [board, hands] of boards) hash.update(`${board} N:${hands}\n`);
  return hash.digest("hex");
}

// The files of boards, as the page describes them.

const owner = (hands) => {
  const held = hands.split(" ").map((hand) => hand.split(".").map((ranks, suit) => [...ranks].map((rank) => "SHDC"[suit] + rank)).flat());
  return CARDS.map((card) => held.findIndex((cards) => cards.includes(card)));
};
const two = (number) => String(number).padStart(2, "0");
const bri = (hands) => {
  const owners = owner(hands);
  return [0, 1, 2].map((seat) => CARDS.map((_, at) => (owners[at] === seat ? two(at + 1) : "")).join("")).join("");
};
const dge = (hands) => hands.split(" ").map((hand) => hand.split(".").map((ranks, suit) => "\x06\x03\x04\x05"[suit] + ranks).join("")).join("");
const SIDES = "None NS EW All NS EW All None EW All None NS All None NS EW".split(" ");
const TAGS = "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract Result".split(" ");

function game(board, hands) {
  const first = (board - 1) % 4;
  const around = hands.split(" ").map((_, at, all) => all[(first + at) % 4]).join(" ");
  const said = { Date: "????.??.??", Board: board, Dealer: "NESW"[first], Vulnerable: SIDES[(board - 1) % 16], Deal: `${"NESW"[first]}:${around}` };
  return TAGS.map((name) => `[${name} "${said[name] ?? "?"}"]\n`).join("") + "\n";
}

function dlm(boards) {
  const [first, last] = [boards[0][0], boards[boards.length - 1][0]];
  const dealt = new Map(boards);
  const lines = ["Status=Show", "Duplicates=0", `From board=${first}`, `To board=${last}`, "Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", `Checksum=${first ^ last ^ 1}`];
  for (let board = 1; board < 100; board++) {
    const owners = dealt.has(board) ? owner(dealt.get(board)) : CARDS.map((_, at) => Math.floor(at / 13));
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + 4 * owners[2 * at] + owners[2 * at + 1])).join("");
    const check = [...letters].reduce((sum, letter) => sum ^ letter.charCodeAt(0), board);
    lines.push(`Duplicates ${two(board)}=0`, `Board ${two(board)}=${letters}${String(check).padStart(3, "0")}`);
  }
  return lines.map((line) => `${line}\r\n`).join("");
}

const FILES = {
  pbn: (boards, text) => text.replace(/^(?:%[^\r\n]*\n)*/, (head) => (/\[\s*\w+\s*"/.test(head) ? head : "")) === boards.map(([board, hands]) => game(board, hands)).join(""),
  dlm: (boards, text) => text.replace(/^\[Document\]\r\nHeadline=[ -~]*\r\n/, "") === dlm(boards),
  dup: (boards, text) => text === boards.map(([, hands]) => `${bri(hands)}${dge(hands)}YN${String(boards[0][0]).padEnd(3)}1 ${String(boards[boards.length - 1][0]).padEnd(3)}`).join(""),
  bri: (boards, text) => text === boards.map(([, hands]) => bri(hands)).join(""),
  dge: (boards, text) => text === boards.map(([, hands]) => dge(hands)).join(""),
  pdf: () => true,
};

/** The label of a box; its ending is that of texts, of which a record has no others. */
function label(set, boards) {
  const title = /^title = "(.*)"$/m.exec(shared.plan)[1];
  const print = fingerprint(boards).slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
  const [first, last] = [boards[0][0], boards[boards.length - 1][0]];
  return `${title}\n${set.phase}, session ${set.session}, ${set.set}: boards ${first} to ${last}, fingerprint ${print}\n`;
}

function check(publicFile, secretFile, published, recordFile) {
  const files = [publicFile, secretFile, recordFile].map(read);
  if (files.includes(undefined)) return console.log("said once", false);
  shared = files[0];
  if (!/^[0-9a-f]{64}$/.test(files[1].secret)) return console.log("secret", false);
  secret = Buffer.from(files[1].secret, "hex");
  value = published.normalize("NFC").trim().split(/\s+/).join(" ");
  console.log("commitment", committed() === shared.commitment);
  for (const set of files[2].sets) {
    const boards = deals(set);
    console.log(set.phase, set.session, set.set, fingerprint(boards) === set.fingerprint);
    for (const [name, digest] of Object.entries(set.files)) {
      const data = fs.readFileSync(path.join(path.dirname(recordFile), name));
      const [, ending] = /\.(\w+)$/.exec(name);
      const same = sha256().update(data).digest("hex") === digest;
      const right = ending === "txt" ? label(set, boards) === data.toString("utf8") : (FILES[ending] ?? (() => false))(boards, data.toString("latin1"));
      console.log(" ", name, same && right);
    }
  }
}

const words = process.argv.slice(2);
for (let at = 0; at < words.length; at += 4) {
  console.log("event");
  check(...words.slice(at, at + 4));
}
