"use client"

import { LogOut, MonitorOff } from "lucide-react"
import { signOut } from "next-auth/react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { endMySessions } from "@/lib/client"
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu"
import { initialsOf, type Person } from "./person"

const leave = () => signOut({ callbackUrl: "/api/auth/end-session" })

/** Who is signed in, as what, and the way out, here or everywhere. */
export function PersonMenu({ person }: { person: Person }) {
  const t = useTranslations("frame")
  const [failed, setFailed] = useState(false)
  const role = t(`roles.${person.role}`)
  const name = person.name ?? person.email ?? role
  return (
    <Menu>
      <MenuTrigger
        aria-label={`${t("person")}: ${name}`}
        className="flex h-8 items-center gap-2 rounded-full pl-1 transition-colors hover:bg-hover data-popup-open:bg-hover sm:rounded-md sm:px-1.5"
      >
        <span className="grid size-6 place-items-center rounded-full bg-accent-soft font-semibold text-2xs text-accent-ink">
          {initialsOf(name)}
        </span>
        <span className="hidden max-w-40 truncate sm:block">{name}</span>
      </MenuTrigger>
      <MenuContent align="end" className="min-w-56">
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{name}</p>
          {person.email && person.email !== name ? (
            <p className="truncate text-ink-muted text-xs">{person.email}</p>
          ) : null}
          <p className="mt-1 text-ink-muted text-xs">{role}</p>
        </div>
        <MenuSeparator />
        <MenuItem onClick={leave}>
          <LogOut aria-hidden="true" />
          {t("signOut")}
        </MenuItem>
        <MenuItem
          closeOnClick={false}
          onClick={() => endMySessions().then(leave, () => setFailed(true))}
        >
          <MonitorOff aria-hidden="true" />
          {t("signOutEverywhere")}
        </MenuItem>
        {failed ? (
          <p role="alert" className="max-w-56 px-2 py-1.5 text-critical-ink text-xs">
            {t("signOutFailed")}
          </p>
        ) : null}
      </MenuContent>
    </Menu>
  )
}
