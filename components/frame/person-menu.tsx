"use client"

import { Clock, LogOut, MonitorOff } from "lucide-react"
import { useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { endMySessions } from "@/lib/client"
import { leaveToSignOut } from "../ui/leave-guard"
import {
  Menu,
  MenuContent,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from "../ui/menu"
import { usePersonId } from "../ui/person-id"
import { LanguageChoices } from "./language-choices"
import { leave } from "./leave"
import { initialsOf, type Person } from "./person"
import { ZoneDialog } from "./zone-dialog"
import { useZones } from "./zones-context"

/** Who is signed in and as what, the language and time zone of their pages, and the way out. */
export function PersonMenu({ person }: { person: Person }) {
  const t = useTranslations("frame")
  const [choosesZone, setChoosesZone] = useState(false)
  const role = t(`roles.${person.role}`)
  const name = person.name ?? person.email ?? role
  return (
    <>
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
        <MenuContent align="end" className="min-w-64">
          <div className="px-2 py-1.5">
            <p className="font-medium">{name}</p>
            {person.email && person.email !== name ? (
              <p className="break-all text-ink-muted text-xs">{person.email}</p>
            ) : null}
            <p className="mt-1 text-ink-muted text-xs">{role}</p>
          </div>
          <MenuSeparator />
          <MenuGroup>
            <MenuLabel>{t("language")}</MenuLabel>
            <LanguageChoices />
          </MenuGroup>
          <MenuSeparator />
          <ZoneItem onClick={() => setChoosesZone(true)} />
          <MenuSeparator />
          <WaysOut />
        </MenuContent>
      </Menu>
      <ZoneDialog open={choosesZone} onOpenChange={setChoosesZone} />
    </>
  )
}

function ZoneItem({ onClick }: { onClick: () => void }) {
  const t = useTranslations("frame")
  const { chosen } = useZones()
  const zone = (useTimeZone() ?? "").replaceAll("_", " ")
  return (
    <MenuItem aria-haspopup="dialog" onClick={onClick}>
      <Clock aria-hidden="true" />
      <span className="min-w-0">
        <span className="block">{t("zone.title")}</span>
        <span className="block text-ink-muted text-xs">
          {chosen ? zone : t("zone.browser", { zone })}
        </span>
      </span>
    </MenuItem>
  )
}

/** Out of this session, or of all. */
function WaysOut() {
  const t = useTranslations("frame")
  const person = usePersonId()
  const [failed, setFailed] = useState(false)
  const leaveNow = () => leave(person)
  return (
    <>
      <MenuItem onClick={() => leaveToSignOut(() => void leaveNow())}>
        <LogOut aria-hidden="true" />
        {t("signOut")}
      </MenuItem>
      <MenuItem
        closeOnClick={false}
        onClick={() =>
          leaveToSignOut(() => void endMySessions().then(leaveNow, () => setFailed(true)))
        }
      >
        <MonitorOff aria-hidden="true" />
        {t("signOutEverywhere")}
      </MenuItem>
      {failed ? (
        <p role="alert" className="max-w-56 px-2 py-1.5 text-critical-ink text-xs">
          {t("signOutFailed")}
        </p>
      ) : null}
    </>
  )
}
