import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { localeCookie } from "@/lib/client/messages"
import { leavePage, leaveToSignOut } from "../ui/leave-guard"
import { usePersonId } from "../ui/person-id"
import { leave } from "./leave"
import type { PaletteEntry } from "./palette-entry"
import { useChoice } from "./use-choice"

/** Does what an entry is for; answers whether the palette is done with. */
export function usePaletteAction(): (does: PaletteEntry["does"]) => boolean {
  const router = useRouter()
  const { setTheme } = useTheme()
  const person = usePersonId()
  const chooseLocale = useChoice(localeCookie)
  return (does) => {
    if ("href" in does) leavePage(() => router.push(does.href))
    else if (does.do === "theme") setTheme(does.theme)
    else if (does.do === "language") chooseLocale(does.locale)
    else if (does.do === "signOut") leaveToSignOut(() => void leave(person))
    else {
      void navigator.clipboard.writeText(window.location.href)
      return false
    }
    return true
  }
}
