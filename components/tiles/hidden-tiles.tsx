import { Eye, EyeOff } from "lucide-react"
import { useTranslations } from "use-intl"
import { hideView, type PinnedView } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../ui/menu"
import { usePinChange } from "./tile-menu"

/** The tiles that somebody has taken off their own overview, each to be put back; nothing where there are none. */
export function HiddenTiles({ views }: { readonly views: readonly PinnedView[] }) {
  const t = useTranslations("tiles")
  const change = usePinChange()
  if (views.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu>
        <MenuTrigger render={<Button size="sm" variant="ghost" disabled={change.isPending} />}>
          <EyeOff aria-hidden="true" />
          {t("hidden", { count: views.length })}
        </MenuTrigger>
        <MenuContent align="end" className="w-72 max-w-[calc(100vw-1rem)]">
          {views.map(({ id, name }) => (
            <MenuItem key={id} onClick={() => change.mutate(() => hideView(id, false))}>
              <Eye aria-hidden="true" />
              <span className="min-w-0 break-words">{t("showAgain", { name })}</span>
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <ChangeProblem error={change.error} keeps={false} />
    </div>
  )
}
