import { ensureBuilt } from "@/scripts/build"
import type { Suite } from "../suite"
import { compareHome } from "../ui/compare-home"
import { openChromium } from "../ui/open-chromium"

/** Compares Home and everything on it with a page of a few words. */
export const home: Suite = async (context) => {
  await ensureBuilt()
  const browser = await openChromium(context)
  return { rows: [await compareHome(context, browser)] }
}
