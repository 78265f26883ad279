// @ts-check
// The page of bidding practice: the boards of the address alone, or a seat in a room.
import { aboutOf, askedOf, dealtOf, newSeed, quietOf, readAddress } from "./address.js";
import { Alone } from "./bid_alone.js";
import { callerOf, contractOf, turnOf } from "./auction.js";
import { auctionTable, awardElement, contractText, markElements } from "./auction_table.js";
import { BiddingBox, callElement, callName } from "./bidding_box.js";
import { boardElement, handsOf, oddsAddress, points, solvedElement } from "./boards.js";
import { meaningText, showsText } from "./call_meanings.js";
import { fanOf } from "./cards.js";
import { closeDialog, linkDialogs, openDialog } from "./dialogs.js";
import { button as makeButton, element, suited } from "./elements.js";
import { Company, showClass } from "./bid_together.js";
import { SEATS, partnerOf, seatName, seatOf, sideOf } from "./limits.js";
import { at, messageOf } from "./live.js";
import { lostCall } from "./lost_call.js";
import { linkPages } from "./pages.js";
import { CardTable } from "./play.js";
import { ask, askRoom, watch } from "./protocol.js";
import { follow, roomView } from "./room.js";
import { summaryElement } from "./summary.js";
import { SystemTexts, keptName } from "./system_texts.js";
import { contractFrom, isOurs, isVulnerable, takenOf } from "./tricks.js";
import { t } from "./words.js";

/** @typedef {import("./bid_alone.js").View} View */
/** @typedef {import("./call_meanings.js").Shows} Shows */

const ROBOT = "standard"; // the system of robots, unless another is chosen

let running = new AbortController(); // what the address asked for
let judging = new AbortController(); // the result of an auction
let judged = "";
/** @type {Alone | undefined} */
let alone;
/** @param {string} text */
function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** Do something that may be refused. @param {() => Promise<unknown>} act */
async function trying(act) {
  try {
    tell("");
    await act();
  } catch (error) {
    tell(messageOf(error));
  }
}

const company = new Company({ showTable, showStrip, tell, trying });
const cards = new CardTable({ keep: keepInAddress, tell: (error) => tell(error === undefined ? "" : messageOf(error)) });
const box = new BiddingBox(at("box"), (call) => {
  if (alone) {
    alone.call(call);
    showAlone();
  } else {
    const { board, calls } = company.state;
    company.ask("calls", { call, board, place: calls.length });
  }
});

/** Show a board. @param {View} view */
function showTable(view) {
  at("playing").hidden = false;
  at("playing-head").textContent = t`Board ${view.board}`;
  const last = view.calls.at(-1);
  at("note").textContent = (last && view.turn ? `${seatName(callerOf(view.dealer, view.calls.length - 1))}: ${callName(last)}. ` : "") + view.note;
  const { dealer, vulnerable } = view;
  const board = boardElement(view.deal, view.board, new Set(view.shown), [], { dealer, vulnerable });
  at("boards").replaceChildren(board);
  at("about").replaceChildren(...(board.querySelector(".about")?.cloneNode(true).childNodes ?? []));
  at("playing").classList.toggle("over", Boolean(view.contract));
  // at the end hands and auction are a part of the result
  if (view.contract) {
    at("all").append(at("boards"));
    at("bidden").append(at("auction"));
  }
  else at("cloth").append(at("places"), at("auction"), at("about"), at("note"), at("mine"), at("boards"));
  showPlaces(view);
  showAuction(view);
  box.show(view.legal);
  at("box").hidden = Boolean(view.contract);
  judge(view);
  followCards(view);
}

/** Play the cards where the address says so; a room may have gone on from their board. @param {View} view */
function followCards(view) {
  const address = readAddress();
  if (cards.of && cards.of.board !== view.board) tellMoved(view.board);
  if (cards.of || !address.has("play")) return;
  const on = Number(address.get("on") ?? view.board);
  const earlier = alone ? undefined : company.state.finished.find((/** @type {any} */ each) => each.board === on);
  const played = on === view.board ? view : earlier && { ...earlier, seat: view.seat };
  if (!played || played.contract === "pass" || !(alone || played.contract)) return;
  playCards(played, address.get("play") ?? "", Object.fromEntries(address));
  if (on !== view.board) tellMoved(view.board);
}

/** Say that the room has gone on while cards are played here. @param {number} board */
function tellMoved(board) {
  at("cards-moved").hidden = false;
  at("cards-moved").replaceChildren(t`The room is on board ${board} now.`, " ", makeButton("mini", t`Go there`, leaveCards));
}

/** Leave the cards for the bidding or its result. */
function leaveCards() {
  cards.forget();
  hideCards();
  if (alone) showAlone();
  else company.show(company.state);
  (at("result").hidden ? at("playing") : at("contract")).focus();
}

/** Put the cards of a board on the table. @param {{board: number, deal: string, vulnerable: string, seat: string}} view @param {string} contract @param {Record<string, string>} [kept] */
function playCards({ board, deal, vulnerable, seat }, contract, kept) {
  answering.abort(); // nobody bids meanwhile
  at("cards").hidden = false;
  document.body.classList.add("at-cards");
  at("cards-moved").hidden = true;
  const mine = alone ? alone.seat : company.state.seat;
  at("played-next").hidden = !mine;
  at("played-next").textContent = nextText();
  at("cards-close").textContent = alone && turnOf(alone.dealer, alone.calls) ? t`Back to the bidding` : t`Back to the result`;
  cards.open({ board, deal, contract, vulnerable, seat }, kept);
}

/** Whether the board on the table is the last one. */
function isLast() {
  if (alone) return alone.at === alone.dealt.deals.length - 1;
  const { board, first, boards } = company.state;
  return board === first + boards - 1;
}

/** What comes after the board on the table. */
const nextText = () => (isLast() ? t`Summary` : t`Next board`);

/** Take the cards off the table; the address keeps them. */
function hideCards() {
  cards.leave();
  at("cards").hidden = true;
  document.body.classList.remove("at-cards");
}

/** Keep values in the address. @param {Record<string, string | undefined>} kept  by name: what is undefined is left out */
function keepInAddress(kept) {
  const address = readAddress();
  for (const [name, value] of Object.entries(kept)) {
    if (value === undefined) address.delete(name);
    else address.set(name, value);
  }
  history.replaceState(null, "", `#${address}`);
}

/** Show who sits around the table and whose turn it is, and one's own hand as cards. @param {View} view */
function showPlaces({ deal, seat, shown: seen, turn, who = {} }) {
  const mine = SEATS.indexOf(seat);
  at("places").replaceChildren(...["left", "across", "right"].map((side, k) => {
    const each = SEATS[(mine + k + 1) % 4];
    const place = element("p", `place ${side}`, element("b", "", seatName(each)), who[each] ? element("small", "", who[each]) : "");
    if (each === turn) place.setAttribute("aria-current", "true");
    return place;
  }));
  const own = seen.length === 1 && seen[0] === seat;
  at("cloth").classList.toggle("own", own);
  if (!own) {
    at("mine").replaceChildren();
    return;
  }
  const hand = handsOf(deal)[seat];
  const shape = hand.map((suit) => suit.length).sort((one, other) => other - one).join("–");
  at("mine").replaceChildren(fanOf(seatName(seat), hand), element("p", "", t`${seatName(seat)}, you `, element("b", "", t`${points(hand)} HCP`), t` Shape `, element("b", "", shape)));
}

/** Show the auction, and what its calls show: a line for each but passes. @param {View} view */
function showAuction(view) {
  const { calls, dealer, turn, who, vulnerable } = view;
  at("auction").replaceChildren(auctionTable(dealer, calls, turn, { who, vulnerable, explain: (place) => explainer(view, place) }));
  at("meanings").replaceChildren(...calls.flatMap((call, place) => {
    const shows = call === "Pass" ? undefined : shownAt(view, place);
    return shows ? [element("li", "", element("span", "seat", seatName(callerOf(dealer, place))), element("b", "", callElement(call)), element("span", "", meaningText(shows)))] : [];
  }));
}

/** Return what a call of the auction shows, once it is known. @param {View} view @param {number} place */
const shownAt = (view, place) => (shown?.of === view.calls.length ? shown.made[place] : undefined);

/** Return why a system made a call, in words. @param {import("./bid_alone.js").Meaning} meaning */
const reasonText = ({ rule, note }) => {
  if (!rule || rule === "no call") return t`the system has no rule for this`;
  if (rule === "guess") return t`a guess past the rules; ${note}`;
  return note || (rule === "else" ? t`any other hand` : rule);
};

/** Return what shows the meaning of a call, if it has one. @param {View} view @param {number} place */
function explainer(view, place) {
  const shows = shownAt(view, place);
  const reason = view.meanings?.[place];
  if (!shows && !reason) return undefined;
  const said = [shows && meaningText(shows), (!shows || reason?.rule === "guess") && reason && reasonText(reason)].filter(Boolean).join("; ");
  return () => {
    explained = place;
    at("advice").textContent = `${seatName(callerOf(view.dealer, place))}, ${callName(view.calls[place])}: ${said}`;
  };
}

/** Show what the contract of a finished auction is worth. @param {View} view */
async function judge(view) {
  const key = JSON.stringify([view.board, view.deal, view.calls, view.contract, view.seat]);
  if (key === judged) return;
  judged = key;
  judging.abort();
  judging = new AbortController();
  const { signal } = judging;
  at("result").hidden = !view.contract;
  at("solved").replaceChildren();
  at("luck").textContent = at("unlucky").textContent = "";
  for (const id of ["award", "mark", "lost"]) at(id).replaceChildren();
  showSummary();
  if (!view.contract) return;
  for (const id of ["what-if", "odds", "play"]) at(id).hidden = view.contract === "pass";
  const declarer = seatOf(view.contract.at(-1));
  if (declarer) at("odds").setAttribute("href", oddsAddress(view.deal, declarer));
  at("contract").replaceChildren(suited(contractText(view.contract)));
  try {
    const ours = isOurs(view.contract, view.seat);
    at("award").replaceChildren(element("p", "note", ours ? t`estimating the award` : t`The opponents play: a mark is for contracts of your two hands.`));
    const { dealer, vulnerable } = view;
    const solved = ask("solve", { deals: [view.deal], board: view.board, dealer, vulnerable }, signal).then((found) => {
      at("luck").textContent = takenText(view.contract, found.boards[0].tricks);
      at("solved").replaceChildren(solvedElement(found.boards[0]));
      return found.boards[0].tricks;
    });
    if (!ours) {
      await solved;
      return;
    }
    // who goes to the next board early has the award in the summary all the same
    const [tricks] = await Promise.all([solved, awardOf(view, (answer) => {
      if (signal.aborted) return;
      at("mark").replaceChildren(...markElements(answer));
      at("award").replaceChildren(awardElement(answer));
    }, running.signal)]);
    if (signal.aborted) return;
    const award = awards.get(view.board);
    at("luck").append(` ${bestText(award)}`);
    at("unlucky").textContent = luckText(award, tricks);
    if (!alone) return;
    const lost = await lossOf(alone, view.board, signal);
    at("lost").replaceChildren(...(lost ? [t`First call that lost: `, ...lossParts(lost), t`: ${lost.gain} points more on average.`] : [t`No call lost: ${lostBy(alone)} finds no better contract.`]));
  } catch (error) {
    if (signal.aborted) return;
    at("award").replaceChildren(element("p", "note", messageOf(error)));
  }
}

/**
 * Ask for the award of a contract, show it while it is estimated, and keep it for the summary.
 * @param {{board: number, deal: string, contract: string, vulnerable: string, condition: string, predeal: string, seat: string}} bid
 * @param {(answer: any) => void} show @param {AbortSignal} signal
 */
async function awardOf(bid, show, signal) {
  await watch("award", awardFields(bid), (answer) => {
    show(answer);
    awards.set(bid.board, answer);
    showStrip();
    showSummary();
  }, signal);
}

/** Return what a request for an award asks. @param {{deal: string, contract: string, vulnerable: string, condition: string, predeal: string, seat: string}} bid */
function awardFields({ deal, contract, vulnerable: sides, condition, predeal, seat }) {
  const side = sideOf(seat);
  return { deal, contract, side, vulnerable: isVulnerable(seat, sides), condition, ...(predeal ? { predeal } : {}) };
}

/** Return what the contract takes with these very cards, in words. @param {string} contract @param {any} tricks */
function takenText(contract, tricks) {
  const found = contractFrom(contract);
  if (!found) return t`All four hands pass.`;
  const taken = takenOf(found, tricks);
  const over = taken - 6 - found.level;
  if (over < 0) return t`Double dummy: ${taken} tricks, ${-over} down.`;
  return over ? t`Double dummy: ${taken} tricks, made with ${over} over.` : t`Double dummy: ${taken} tricks, just made.`;
}

/** Return whether a contract was the best of the two hands, in words. @param {any} award */
function bestText({ reached, candidates }) {
  const [best] = candidates;
  return reached.contract === best.contract ? t`No contract of your two hands is better.` : t`The best contract is ${contractText(best.contract)}.`;
}

/** Return that the very cards were kinder or unkinder than most layouts, "" if they were neither. @param {any} award @param {any} tricks */
function luckText({ reached }, tricks) {
  const found = contractFrom(reached.contract);
  if (!found) return "";
  const makes = takenOf(found, tricks) >= 6 + found.level;
  const chance = Math.round(100 * reached.makes.value);
  if (makes === chance >= 50) return "";
  return makes ? t`It makes with these cards, but in ${chance} of 100 layouts only: that is luck, and the mark does not count it.`
    : t`It goes down with these cards, but makes in ${chance} of 100 layouts: that is bad luck, and the mark does not count it.`;
}

/** Open a question: how often the contract makes if partner's hand has so many points, its shape unchanged. */
function askWhatIf() {
  const view = alone ? alone.view() : roomView(company.state);
  const hands = handsOf(view.deal);
  const partner = partnerOf(view.seat);
  const shape = hands[partner].map((suit) => suit.length).join("=");
  const asked = new URLSearchParams({
    question: "contracts", contracts: view.contract, side: sideOf(view.seat),
    predeal: `${view.seat} ${hands[view.seat].join(".")}`, condition: `${partner}: ${at("points").value}, ${shape}`, seconds: "5",
  });
  location.href = `simulate.html#${asked}`;
}

// --------------------------------------------------------------------------------------- the session

/** The awards of the boards that were bid, by their numbers. @type {Map<number, any>} */
let awards = new Map();
/** The first calls that lost, by the numbers of boards and their auctions. @type {Map<string, {call: string, better: string, contract: string, gain: number} | null>} */
const losses = new Map();

/** The boards that were bid: alone, or in the room. @returns {(import("./summary.js").Row & {deal: string, vulnerable: string, place?: number})[]} */
function boardsBid() {
  if (!alone) return company.state?.finished ?? [];
  const of = alone;
  const { dealt, auctions } = of;
  return dealt.deals.flatMap((deal, place) => {
    const { dealer, vulnerable } = dealt.boards[place];
    if (turnOf(dealer, auctions[place])) return [];
    const go = () => goTo(place);
    const lost = losses.get(lossKey(of, place));
    return [{ board: dealt.board + place, contract: contractOf(dealer, auctions[place]), deal, vulnerable, place, go, lost: lost ? lossParts(lost) : [] }];
  });
}

/** Show every board of the session that was bid. */
function showSummary() {
  const rows = boardsBid();
  const boards = alone ? alone.dealt.deals.length : company.state?.boards ?? 0;
  at("summary").hidden = !rows.length;
  at("summary-head").textContent = t`Session: ${rows.length} of ${boards} boards bid`;
  at("summed").replaceChildren(summaryElement(rows.map((row) => ({ ...row, award: awards.get(row.board) }))));
}

/** Ask for the awards that are not known, one after the other. */
async function judgeAll() {
  const { condition, predeal } = alone ? alone.dealt : company.state;
  const seat = alone?.seat ?? company.state.seat ?? company.state.watched;
  const { signal } = running;
  for (const row of boardsBid()) {
    if (awards.has(row.board) || signal.aborted || !isOurs(row.contract, seat)) continue;
    await trying(() => awardOf({ ...row, condition: condition ?? "", predeal: predeal ?? "", seat }, () => undefined, signal));
  }
  for (const row of alone ? boardsBid() : []) {
    if (!alone || signal.aborted) return;
    await lossOf(alone, row.board, signal).catch(() => null); // too busy: the summary does without
    showSummary();
  }
}

/** What says which auction of a board lost. @param {Alone} of @param {number} place */
const lossKey = (of, place) => JSON.stringify([of.dealt.deals[place], of.auctions[place]]);

/** Return the name of the system that says what lost. @param {Alone} of */
const lostBy = (of) => keptName(systemOf(of, of.seat)) || systemOf(of, of.seat);

/** Return a call that lost in words, with what comes of the better one. @param {{call: string, better: string, contract: string}} lost */
const lossParts = ({ call, better, contract }) => [callElement(call), t`; better `, callElement(better), t`, which ends in `, suited(contractText(contract))];

/** Return the first call that lost on a board; null if none did. @param {Alone} of @param {number} board @param {AbortSignal} signal */
async function lossOf(of, board, signal) {
  const place = board - of.dealt.board;
  const [key, award] = [lossKey(of, place), awards.get(board)];
  if (!award || losses.has(key)) return losses.get(key) ?? null;
  const system = systemOf(of, of.seat);
  const { dealer, vulnerable } = of.dealt.boards[place];
  const [deal, calls] = [of.dealt.deals[place], [...of.auctions[place]]];
  const isMine = (/** @type {string} */ each) => !of.bidderOf(each) && [of.seat, partnerOf(of.seat)].includes(each);
  const fields = (/** @type {string[]} */ before) => {
    const { opponents } = nextOf(system, of, before, dealer);
    return { system: texts.asked(system), side: sideOf(of.seat), ...(opponents ? { opponents } : {}) };
  };
  const asked = { deal, vulnerable, condition: of.dealt.condition, predeal: of.dealt.predeal, seat: of.seat };
  const lost = await lostCall({ deal, dealer, calls, isMine }, award, (before) => callBy(system, of, before, signal, place), fields,
    async (contract) => (await ask("award", awardFields({ ...asked, contract }), signal)).reached, signal);
  losses.set(key, lost && { ...lost, call: calls[lost.place], better: lost.call });
  return losses.get(key) ?? null;
}

// ------------------------------------------------------------------------------------------- alone

/** The systems that robots follow. */
const texts = new SystemTexts();
let answering = new AbortController(); // of a robot, or the advice of a system
let explaining = new AbortController(); // what the calls show
let hinted = 0; // steps of the hint that were told
let explained = -1; // the place of the call whose meaning is told

function showAlone() {
  if (!alone) return;
  answering.abort();
  explaining.abort();
  shown = undefined;
  hinted = 0;
  explained = -1;
  const view = viewAlone(alone);
  alone.keep();
  showTable(view);
  showStrip();
  at("advice").textContent = "";
  at("hands").value = alone.hands;
  at("reveal").hidden = alone.hands === "pair" || Boolean(view.contract);
  at("advise").hidden = Boolean(view.turn && view.turn !== view.seat);
  at("undo").hidden = false;
  at("undo").disabled = !view.calls.length;
  at("again").hidden = false;
  const address = readAddress();
  address.set("seat", alone.seat[0]);
  address.set("partner", alone.partner);
  address.set("opponents", alone.opponents);
  address.set("at", String(alone.at + 1));
  history.replaceState(null, "", `#${address}`);
  at("deals").setAttribute("href", `deal.html#${address}`);
  if (alone.robot) answerOfRobot(alone, alone.robot);
  else explain(alone);
}

/** Return what the table shows of a board that one bids alone. @param {Alone} of @returns {View} */
function viewAlone(of) {
  const who = Object.fromEntries(SEATS.map((seat) => [seat, seat === of.seat ? t`you` : whoText(seat)]));
  return { ...of.view(), who, meanings: of.meanings[of.at] };
}

/** Return who bids a hand, in a word or two. @param {string} seat */
function whoText(seat) {
  const bidder = alone?.bidderOf(seat);
  return bidder === "silent" ? t`passes` : bidder ? keptName(bidder) || bidder : t`you too`;
}

/** Ask a system for the call of the hand whose turn it is. @param {Alone} of @param {string} system */
async function answerOfRobot(of, system) {
  const { signal } = (answering = new AbortController());
  try {
    const call = await callBy(system, of, of.calls, signal);
    if (signal.aborted) return; // another board is shown
    of.answer(call.call, { rule: call.rule, note: call.note });
    showAlone();
  } catch (error) {
    if (!signal.aborted) tell(messageOf(error));
  }
}

/**
 * Return what a system is asked after some calls; the other side has its own, if a system bids there.
 * @param {string} system @param {Alone} of @param {string[]} calls
 */
function nextOf(system, of, calls, dealer = of.dealer) {
  const rival = of.bidderOf(callerOf(dealer, calls.length + 1));
  const other = rival && rival !== "silent" ? { opponents: texts.asked(rival) } : {};
  return { system: texts.asked(system), dealer, calls: calls.join(" "), ...other };
}

/** Return the call of a system after some calls. @param {string} system @param {Alone} of @param {string[]} calls @param {AbortSignal} signal */
function callBy(system, of, calls, signal, place = of.at) {
  const { vulnerable, dealer } = of.dealt.boards[place];
  const hand = handsOf(of.dealt.deals[place])[callerOf(dealer, calls.length)].join(".");
  return ask("system_call", { ...nextOf(system, of, calls, dealer), hand, vulnerable }, signal);
}

/** Return the system that says what the calls of a seat show. @param {Alone} of @param {string} seat */
function systemOf(of, seat) {
  const own = of.partner === "hand" || of.partner === "silent" ? ROBOT : of.partner;
  return seat === of.seat || seat === partnerOf(of.seat) ? own : of.bidderOf(seat) || ROBOT;
}

/** What the calls so far show but for silent seats, and those that could come next. @type {{of: number, made: Record<number, Shows>, next: Map<string, Shows>} | undefined} */
let shown;

/** Ask what the calls show, and tell it in the list, the auction and the box. @param {Alone} of */
async function explain(of) {
  const { signal } = (explaining = new AbortController());
  const { calls, dealer, turn } = of.view();
  const caller = callerOf(dealer, calls.length);
  try {
    const asked = nextOf(systemOf(of, caller), of, calls);
    const found = await ask("system_meanings", asked, signal);
    if (signal.aborted) return;
    const told = (/** @type {Shows} */ each, /** @type {number} */ place) => /** @type {[number, Shows][]} */ (of.bidderOf(each.seat) === "silent" ? [] : [[place, each]]);
    shown = { of: calls.length, made: Object.fromEntries(found.made.flatMap(told)), next: new Map(found.calls.map((/** @type {Shows} */ each) => [each.call, each])) };
    showAuction(viewAlone(of));
    box.tell(turn ? shown.next : new Map());
    if (explained >= 0) explainer(viewAlone(of), explained)?.(); // more is known of it now
  } catch {
    // aborted, or too busy: one bids without it
  }
}

/** Tell a step of the hint: what partner shows, how many calls there are, then the call, now or where the player called last. */
async function advise() {
  if (!alone) return;
  const of = alone;
  const { calls, turn, seat } = of.view();
  const place = turn === seat ? calls.length : calls.findLastIndex((_, at) => callerOf(of.dealer, at) === seat);
  const system = systemOf(of, seat);
  const { signal } = (answering = new AbortController());
  try {
    const before = calls.slice(0, Math.max(0, place));
    const call = await callBy(system, of, before, signal);
    const partners = before.findLastIndex((each, at) => each !== "Pass" && callerOf(of.dealer, at) === partnerOf(seat));
    const shows = partners >= 0 && shown?.made[partners];
    const steps = [
      ...(shows ? [[t`Partner's `, callElement(before[partners]), `: ${meaningText(shows)}`]] : []),
      [call.others.length ? t`${call.others.length + 1} calls fit your hand.` : t`One call fits your hand.`],
      [t`${keptName(system) || system} bids `, callElement(call.call), `: ${hintText(call)}`],
    ];
    explained = -1;
    at("advice").replaceChildren(...steps[Math.min(hinted, steps.length - 1)]);
    hinted += 1;
  } catch (error) {
    if (!signal.aborted) tell(messageOf(error));
  }
}

/** Return what a call of a hint shows, and why it is made. @param {any} call  a document "system_call" */
const hintText = (call) => [showsText(call), reasonText(call)].filter(Boolean).join("; ");

/** Show the boards of the session, with the marks of those that were bid, and what comes next. */
function showStrip() {
  if (!alone && !company.state) return; // an award of a room that was left
  at("next").textContent = nextText();
  const { first, boards, here } = alone ? { first: alone.dealt.board, boards: alone.dealt.deals.length, here: alone.dealt.board + alone.at }
    : { first: company.state.first, boards: company.state.boards, here: company.state.board };
  const marks = [...awards.values()].map((found) => found.award.value);
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
  at("strip").replaceChildren(...Array.from({ length: boards }, (_, place) => {
    const board = first + place;
    const found = awards.get(board);
    const mark = found ? found.award.value.toFixed(1) : "·";
    const parts = [element("b", "", String(board)), element("small", "", mark)];
    const label = found ? t`Board ${board}, ${mark} of 10` : t`Board ${board}`;
    const shown = alone ? makeButton("", parts, () => goTo(place), { "aria-label": label }) : element("span", "number", ...parts);
    if (board === here) shown.setAttribute("aria-current", "true");
    return element("li", "", shown);
  }), element("li", "total", marks.length ? t`${marks.length} of ${boards} marked, ${mean.toFixed(1)} of 10 on average` : t`${boards} boards`));
}

/** Go to a board that one bids alone. @param {number} place */
function goTo(place) {
  alone?.go(place);
  showAlone();
}

/** Fill the lists of who may bid a hand. @param {string} partner @param {string} opponents */
function listPlayers(partner, opponents) {
  for (const [id, first, chosen] of [["partner", "", partner], ["opponents", "silent", opponents]]) {
    const list = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (at(id)));
    texts.fill(list);
    for (const group of list.querySelectorAll("optgroup")) group.label = t`Robots: ${group.label.toLowerCase()}`;
    list.prepend(...(first ? [new Option(t`pass`, "silent")] : []), new Option(t`bid by hand`, "hand"));
    list.value = chosen;
  }
}

/** Offer who bids each hand of a room: a player, nobody, or a robot by a system of the package. */
function listSitters() {
  if (at("sitters").childElementCount) return;
  at("sitters").append(...SEATS.map((seat) => {
    const list = element("select", "", new Option(t`a player`, "player"), new Option(t`passes`, "silent"), ...[...texts.package.keys()].map((name) => new Option(t`robot: ${name}`, name)));
    list.id = `sits.${seat}`;
    const choice = /** @type {HTMLSelectElement} */ (list);
    choice.value = "ns".includes(seat[0]) ? "player" : "silent";
    const label = element("label", "", seatName(seat));
    label.setAttribute("for", list.id);
    return element("p", "field", label, list);
  }));
}

/** Bid the boards of the address. @param {URLSearchParams} address @param {AbortSignal} signal */
async function startAlone(address, signal) {
  if (!address.get("seed") && !address.get("deals")) {
    address.set("seed", newSeed());
    history.replaceState(null, "", `#${address}`);
  }
  const seat = SEATS.find((each) => each[0] === address.get("seat")) ?? "south";
  // older addresses have a seat, and no partner: the player bids both hands
  const [partner, opponents] = [address.get("partner") ?? (address.has("seat") ? "hand" : ROBOT), address.get("opponents") ?? "silent"];
  const [dealt] = await Promise.all([dealtOf(address, signal), texts.load()]);
  if (!dealt.deals.length) throw new Error(t`This script shows no deals.`);
  const known = (/** @type {string} */ who, /** @type {string} */ other) => (["hand", "silent"].includes(who) || texts.text(who) ? who : other);
  alone = new Alone(dealt, { seat, partner: known(partner, ROBOT), opponents: known(opponents, "silent"), at: Number(address.get("at") || 1) - 1 });
  at("seat").value = seat;
  listPlayers(alone.partner, alone.opponents);
  listSitters();
  at("n").value = String(Math.min(36, dealt.deals.length)); // a room has as many boards as are here
  if (address.get("open") === "class") {
    keepInAddress({ open: undefined });
    openDialog("people");
  }
  for (const id of ["alone", "company"]) at(id).hidden = false;
  showAlone();
}

at("seat").addEventListener("change", () => {
  if (alone) alone.seat = at("seat").value;
  showAlone();
});
for (const who of /** @type {("partner" | "opponents")[]} */ (["partner", "opponents"])) {
  at(who).addEventListener("change", () => {
    if (alone) alone[who] = at(who).value;
    showAlone();
  });
}
at("hands").addEventListener("change", () => {
  if (alone) alone.hands = at("hands").value;
  showAlone();
});
at("alone").addEventListener("submit", (event) => event.preventDefault());
at("reveal").addEventListener("click", () => {
  if (alone) alone.hands = "pair";
  showAlone();
});
at("undo").addEventListener("click", () => {
  if (!alone) {
    company.ask("undo");
    return;
  }
  alone.undo();
  showAlone();
});
at("again").addEventListener("click", () => {
  alone?.again();
  showAlone();
});
at("advise").addEventListener("click", advise);
at("play").addEventListener("click", () => {
  const view = alone ? alone.view() : roomView(company.state);
  playCards(view, view.contract);
  at("cards-head").focus();
});
at("cards-close").addEventListener("click", leaveCards);
at("played-next").addEventListener("click", () => {
  const { board } = cards.of ?? { board: 0 };
  const moved = !alone && company.state.board !== board; // somebody has gone on already
  leaveCards();
  if (!moved) at("next").click();
  if (!isLast() || moved) at("playing").focus();
});
at("next").addEventListener("click", () => {
  if (isLast()) {
    at("summary").setAttribute("open", "");
    at("summary").scrollIntoView({ block: "start" });
    at("summary-head").focus({ preventScroll: true });
    return;
  }
  if (!alone) {
    company.ask("boards", { board: company.state.board + 1 });
    return;
  }
  alone.go(alone.at + 1);
  showAlone();
});

// ------------------------------------------------------------------------------------- with others

/** What a room or a class is opened with. */
function opening() {
  const address = readAddress();
  const { script, condition, predeal } = askedOf(address);
  const bidderOf = (/** @type {string} */ seat) => at(`sits.${seat}`).value;
  const players = SEATS.filter((seat) => bidderOf(seat) === "player");
  const robots = SEATS.filter((seat) => !["player", "silent"].includes(bidderOf(seat))).map((seat) => `${seat} ${bidderOf(seat)}`);
  const seats = { seats: players.map((seat) => seat[0].toUpperCase()).join(""), ...(robots.length ? { robots } : {}) };
  if (script || address.get("theme") || address.get("law") || address.get("exchanges") || address.get("deals")) {  // only the page knows these deals
    if (!alone) throw new Error(t`There are no deals to take to a room.`);
    const { deals, board, about } = alone.dealt;
    return { deals, board, ...seats, ...about, ...(address.get("seed") ? { seed: address.get("seed") } : {}) };
  }
  return { condition, ...(predeal ? { predeal } : {}), n: Number(at("n").value), ...seats, ...aboutOf(address), ...quietOf(address) };
}

/** Open a room or a class; what is refused is said in the form. @param {() => Promise<void>} act */
async function tryToOpen(act) {
  at("open-problem").hidden = true;
  try {
    const bids = SEATS.filter((seat) => at(`sits.${seat}`).value !== "silent");
    if (!bids.some((seat) => bids.includes(partnerOf(seat)))) throw new Error(t`Two partners bid: choose a player or a robot for North and South, or for East and West.`);
    await act();
  } catch (error) {
    at("open-problem").hidden = false;
    at("open-problem").textContent = messageOf(error);
  }
}

at("open").addEventListener("submit", (event) => {
  event.preventDefault();
  tryToOpen(async () => {
    location.hash = `room=${(await askRoom("rooms", "", opening())).room}`;
  });
});
at("class").addEventListener("click", () => /** @type {any} */ (at("open")).reportValidity() && tryToOpen(async () => {
  const names = at("names").value.split("\n").map((name) => name.trim()).slice(0, Number(at("tables").value));
  const named = names.some(Boolean) ? { names } : {};
  const made = await askRoom("classes", "", { ...opening(), tables: Number(at("tables").value), ...named, waits: at("waits").checked });
  location.href = `class.html#class=${made.class}&token=${made.token}`;
}));

// --------------------------------------------------------------------------------------- the address

async function start() {
  running.abort();
  judging.abort();
  running = new AbortController();
  const { signal } = running;
  answering.abort();
  for (const id of ["alone", "room", "playing", "result", "company", "summary", "waiting", "request"]) at(id).hidden = true;
  hideCards();
  at("players").hidden = false;
  at("advice").textContent = "";
  at("sharing").hidden = false;
  at("finished").replaceChildren();
  alone = undefined;
  company.state = null;
  awards = new Map();
  judged = "";
  const address = readAddress();
  const name = address.get("room") ?? "";
  if (name) await company.open(name, address.get("token") ?? "", signal);
  else if (address.get("class")) await follow(`classes/${address.get("class")}`, "", showClass, tell, signal);
  else await trying(() => startAlone(address, signal));
}

at("what-if").addEventListener("submit", (event) => {
  event.preventDefault();
  askWhatIf();
});
at("summary").addEventListener("toggle", judgeAll);
linkPages();
linkDialogs();
addEventListener("hashchange", () => {
  closeDialog("people");
  start();
});
start();
