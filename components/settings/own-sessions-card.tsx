"use client"

import { useQuery } from "@tanstack/react-query"
import { Monitor, Smartphone, Tablet } from "lucide-react"
import { useRef, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import {
  apiKey,
  endMyOtherSessions,
  endMySession,
  mySessionsOptions,
  type OwnSession,
} from "@/lib/client"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { DateTime, dateTimeFormat } from "../ui/date-time"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { ConfirmedEnd } from "./confirmed-end"
import { type Device, nameDevice } from "./name-device"
import { useChange } from "./use-change"

/** The person's signed-in browsers, each with a sign-out button. */
export function OwnSessionsCard() {
  const t = useTranslations("sessions.own")
  const { data, error, refetch } = useQuery(mySessionsOptions())
  const list = useRef<HTMLUListElement>(null)
  const [news, setNews] = useState("")
  const ending = useChange(endMySession, apiKey("/api/sessions"))
  const end = async ({ handle }: OwnSession) => {
    if (!(await ending.run(handle))) return
    setNews(t("ended"))
    // The session's button, which had the focus, is gone.
    list.current?.focus()
  }
  const sessions = data?.sessions ?? []
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        {sessions.length > 1 ? <EndOthers onEnded={() => setNews(t("othersEnded"))} /> : null}
      </CardHead>
      <CardBody className="grid gap-2 border-b">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        <p role="status" className="text-positive-ink empty:hidden">
          {news}
        </p>
        <ChangeProblem error={ending.problem} keeps={false} />
        {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      </CardBody>
      {data || error ? null : (
        <CardBody>
          <Skeleton className="h-24" />
        </CardBody>
      )}
      <ul ref={list} tabIndex={-1} aria-label={t("title")} className="divide-y outline-none">
        {sessions.map((session) => (
          <SessionRow
            key={session.handle}
            session={session}
            busy={ending.busy}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
      {sessions.length === 1 ? (
        <CardBody className="border-t text-ink-muted">{t("alone")}</CardBody>
      ) : null}
    </Card>
  )
}

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet } as const

function useDeviceText() {
  const t = useTranslations("sessions.device")
  return ({ browser, system }: Device) =>
    browser && system ? t("both", { browser, system }) : (browser ?? system ?? t("unknown"))
}

interface SessionRowProps {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useTranslations("sessions.own")
  const format = useFormatter()
  const textOf = useDeviceText()
  const { userAgent, signedInAt, usedAt, isCurrent } = session
  const device = nameDevice(userAgent)
  const Icon = icons[device.form]
  const name = textOf(device)
  const time = format.dateTime(new Date(usedAt), dateTimeFormat)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span title={userAgent ?? undefined}>{name}</span>
          {isCurrent ? <Badge tone="accent">{t("current")}</Badge> : null}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-muted text-xs">
          <span>
            {t("signedIn")} <DateTime value={signedInAt} />
          </span>
          <span className="flex gap-x-1">
            {t("lastUsed")} <DateTime value={usedAt} relative />
          </span>
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          size="sm"
          className="max-sm:h-11 max-sm:px-4"
          aria-label={t("endLabel", { device: name, time })}
          disabled={busy}
          focusableWhenDisabled
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  )
}

function EndOthers({ onEnded }: { readonly onEnded: () => void }) {
  const t = useTranslations("sessions.own")
  return (
    <ConfirmedEnd
      work={endMyOtherSessions}
      label={t("endOthers")}
      title={t("othersTitle")}
      detail={t("othersDetail")}
      onEnded={onEnded}
    />
  )
}
