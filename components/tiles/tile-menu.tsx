import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Ellipsis, EyeOff, PinOff } from "lucide-react"
import { useTranslations } from "use-intl"
import { changeView, hideView, type PinnedView, renewViews } from "@/lib/client"
import { ChangeProblem } from "../ui/change-problem"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../ui/menu"

/** A change of what is pinned, after which Home is read again. */
export function usePinChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => renewViews(client),
  })
}

/** Takes a tile off one's own Home, or off everybody's where one may. */
export function TileMenu({ view }: { readonly view: PinnedView }) {
  const t = useTranslations("tiles")
  const change = usePinChange()
  const { id, name, role, isMine, mayChange } = view
  return (
    <>
      <Menu>
        <MenuTrigger
          render={
            <IconButton size="sm" label={t("more", { name })} disabled={change.isPending}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        />
        <MenuContent align="end" className="w-64 max-w-[calc(100vw-1rem)]">
          {isMine ? null : (
            <MenuItem onClick={() => change.mutate(() => hideView(id, true))}>
              <EyeOff aria-hidden="true" />
              {t("hide")}
            </MenuItem>
          )}
          {mayChange ? (
            <MenuItem onClick={() => change.mutate(() => changeView(id, { pinned: false }))}>
              <PinOff aria-hidden="true" />
              {role === null ? t("unpin") : t("unpinForAll")}
            </MenuItem>
          ) : null}
        </MenuContent>
      </Menu>
      <ChangeProblem error={change.error} keeps={false} />
    </>
  )
}
