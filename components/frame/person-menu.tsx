"use client"

import { BookOpen, Clock, LogOut, MonitorOff } from "lucide-react"
import dynamic from "next/dynamic"
import Link from "next/link"
import { useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { leaveToSignOut } from "../ui/leave-guard"
import {
  Menu,
  MenuContent,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuSeparator,
  MenuTrigger,
} from "../ui/menu"
import { usePersonId } from "../ui/person-id"
import { endMySessions, leave } from "./end-sessions"
import { useFrame } from "./frame-context"
import { type FramePage, framePages } from "./frame-pages"
import { LanguageChoices } from "./language-switch"
import { initialsOf, nameOf } from "./person"
import { useZones } from "./time-zones"

const ZoneDialog = dynamic(() => import("./zone-dialog").then((part) => part.ZoneDialog))

/** The signed-in person and role, language and time zone, and sign-out. */
export function PersonMenu() {
  const t = useTranslations("frame")
  const { person } = useFrame()
  /** Undefined until first opened. */
  const [isZoneOpen, setZoneOpen] = useState<boolean>()
  const name = nameOf(person) ?? t(`roles.${person.role}`)
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
          <PersonChoices onZone={() => setZoneOpen(true)} />
        </MenuContent>
      </Menu>
      {isZoneOpen === undefined ? null : (
        <ZoneDialog open={isZoneOpen} onOpenChange={setZoneOpen} />
      )}
    </>
  )
}

interface PersonChoicesProps {
  /** Opens the time zone dialog. */
  readonly onZone: () => void
}

function PersonChoices({ onZone }: PersonChoicesProps) {
  const t = useTranslations("frame")
  const { person } = useFrame()
  const role = t(`roles.${person.role}`)
  const name = nameOf(person) ?? role
  return (
    <>
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
      <ZoneItem onClick={onZone} />
      <PageItem page="sessions" />
      <PageItem page="data" />
      <MenuLink render={<a href="/api/docs" />}>
        <BookOpen aria-hidden="true" />
        {t("apiReference")}
      </MenuLink>
      <MenuSeparator />
      <WaysOut />
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

function PageItem({ page }: { page: FramePage }) {
  const t = useTranslations("frame")
  const { href, icon: Icon } = framePages[page]
  return (
    <MenuLink render={<Link href={href} prefetch={false} />}>
      <Icon aria-hidden="true" />
      {t(`pages.${page}`)}
    </MenuLink>
  )
}

/** Signs out of this session, or of all. */
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
