// @ts-check
// A link for others: copied, shared, or read by a phone.
import { openDialog } from "./dialogs.js";
import { at } from "./live.js";
import { askRoom } from "./protocol.js";
import { t } from "./words.js";

/** Let buttons of the page copy, share and draw its link. @param {(act: () => Promise<unknown>) => Promise<void>} trying */
export function linkSharing(trying) {
  at("copy").addEventListener("click", () => copyLink());
  at("share").hidden = !navigator.share; // browsers share only over https
  at("share").addEventListener("click", () => navigator.share({ title: t`A table to bid at`, url: at("link").value }).catch(() => undefined));
  at("code").addEventListener("click", () => trying(showCode));
}

/** Copy the link; without https a browser copies only what is selected. */
async function copyLink() {
  const link = at("link");
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select();
    document.execCommand("copy");
  }
  at("copy").textContent = t`Copied`;
}

/** Show the link as a QR code, for a phone to read. */
async function showCode() {
  const { svg } = await askRoom("links", "", { text: at("link").value });
  const picture = /** @type {SVGElement} */ (new DOMParser().parseFromString(svg, "text/html").querySelector("svg"));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", t`The link as a QR code`);
  at("picture").replaceChildren(picture);
  openDialog("qr");
}
