// @ts-check
// The first call of a finished auction that lost: with the system's call there it would have ended in a better contract.
import { callerOf, contractOf } from "./auction.js";
import { ask } from "./protocol.js";

const LEAST = 10; // points on average

/**
 * Return the first call that lost, with the system's call and the contract that follows; null if there is none.
 * @param {{deal: string, dealer: string, calls: string[], isMine: (seat: string) => boolean}} board
 * @param {any} award  a document "award"
 * @param {(calls: string[]) => Promise<any>} advise  what the system calls after some calls
 * @param {(calls: string[]) => Record<string, any>} fields  the systems of a request after some calls
 * @param {(contract: string) => Promise<any>} scoreOf  what a contract of no candidate scores
 * @param {AbortSignal} signal
 */
export async function lostCall({ deal, dealer, calls, isMine }, award, advise, fields, scoreOf, signal) {
  for (let place = 0; place < calls.length; place += 1) {
    if (!isMine(callerOf(dealer, place))) continue;
    const before = calls.slice(0, place);
    const { call } = await advise(before);
    if (call === calls[place]) continue;
    const { calls: bid } = await ask("system_bid", { ...fields(before), deal, dealer, calls: [...before, call] }, signal);
    const contract = contractOf(dealer, bid.map((/** @type {any} */ each) => each.call));
    const listed = award.candidates.find((/** @type {any} */ each) => each.contract === contract);
    const other = listed ?? (contract === award.reached.contract ? award.reached : await scoreOf(contract));
    const gain = other.score.value - award.reached.score.value;
    if (gain >= LEAST) return { place, call, contract, gain: Math.round(gain) };
  }
  return null;
}
