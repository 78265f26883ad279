// A third implementation of the sets of a tournament, written from docs/reference/tournaments.md alone.
// node tournament.mjs PUBLIC SECRET VALUE RECORD prints what holds, one line each.
import crypto from "node:crypto";
import fs from "node:fs";

const [publicFile, secretFile, value, recordFile] = process.argv.slice(2);
const read = (name) => JSON.parse(fs.readFileSync(name, "utf8"));
const shared = read(publicFile);
const secret = Buffer.from(read(secretFile).secret, "hex");
const sha256 = () => crypto.createHash("sha256");

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

function fingerprint(set) {
  const salt = sha256().update(value, "utf8").digest();
  const info = [shared.commitment, set.phase, String(set.session), set.set].join("\n");
  const key = Buffer.from(crypto.hkdfSync("sha256", secret, salt, info, 32));
  const [first, last] = set.boards.split("-").map(Number);
  const hash = sha256();
  for (let board = first; board <= last; board++) hash.update(`${board} N:${deal(key, board)}\n`);
  return hash.digest("hex");
}

console.log("commitment", committed() === shared.commitment);
for (const set of read(recordFile).sets) console.log(set.phase, set.session, set.set, fingerprint(set) === set.fingerprint);
