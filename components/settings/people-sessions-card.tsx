"use client"

import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import {
  endEverybodysSessions,
  endPersonsSessions,
  type SignedInPerson,
  signedInPeopleOptions,
} from "@/lib/client"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { Input } from "../ui/input"
import { usePersonId } from "../ui/person-id"
import { ReadProblem } from "../ui/read-problem"
import { shortenId } from "../ui/short-id"
import { Skeleton } from "../ui/skeleton"
import { ConfirmedEnd } from "./confirmed-end"

const maxLength = 255

/** Other signed-in people, found by name; ends one person's sessions or everyone's. */
export function PeopleSessionsCard() {
  const t = useTranslations("sessions.people")
  const [text, setText] = useState("")
  const [searched, setSearched] = useState("")
  const [news, setNews] = useState("")
  const id = useId()
  function find(event: FormEvent) {
    event.preventDefault()
    setNews("")
    setSearched(text.trim())
  }
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody className="grid gap-4">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        <form onSubmit={find} className="max-w-2xl">
          <label htmlFor={id} className="mb-1 block font-medium text-sm">
            {t("field")}
          </label>
          <div className="flex gap-2">
            <Input
              id={id}
              type="search"
              autoComplete="off"
              maxLength={maxLength}
              value={text}
              onValueChange={setText}
              className="max-sm:h-11"
            />
            <Button type="submit" disabled={text.trim() === ""} className="max-sm:h-11">
              {t("find")}
            </Button>
          </div>
        </form>
        <p role="status" className="text-positive-ink empty:hidden">
          {news}
        </p>
        {searched === "" ? null : <FoundPeople text={searched} onNews={setNews} />}
      </CardBody>
      <CardBody className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{t("everybody")}</h3>
          <p className="max-w-2xl text-ink-muted">{t("everybodyNote")}</p>
        </div>
        <ConfirmedEnd
          work={endEverybodysSessions}
          label={t("endEverybody")}
          title={t("everybodyTitle")}
          detail={t("everybodyDetail")}
          onEnded={() => setNews(t("everybodyEnded"))}
        />
      </CardBody>
    </Card>
  )
}

interface FoundPeopleProps {
  readonly text: string
  readonly onNews: (text: string) => void
}

function FoundPeople({ text, onNews }: FoundPeopleProps) {
  const t = useTranslations("sessions.people")
  const { data, error, refetch } = useQuery(signedInPeopleOptions(text))
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-12" />
  const { people, hasMore } = data
  return (
    <div>
      <p role="status" className={people.length > 0 ? "sr-only" : "text-ink-muted"}>
        {people.length > 0 ? t("found") : t("none")}
      </p>
      {people.length > 0 ? (
        <ul aria-label={t("found")} className="divide-y rounded-md border">
          {people.map((each) => (
            <PersonRow key={each.person} signedIn={each} onNews={onNews} />
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <p className="mt-2 text-ink-muted text-xs">{t("hasMore", { count: people.length })}</p>
      ) : null}
    </div>
  )
}

interface PersonRowProps {
  readonly signedIn: SignedInPerson
  readonly onNews: (text: string) => void
}

function PersonRow({ signedIn, onNews }: PersonRowProps) {
  const t = useTranslations("sessions.people")
  const self = usePersonId()
  const { person, name, email, sessions, usedAt } = signedIn
  const called = name ?? email ?? shortenId(person)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 break-words">{called}</span>
          {person === self ? <Badge>{t("you")}</Badge> : null}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-muted text-xs">
          {email && email !== called ? <span className="break-all">{email}</span> : null}
          <span>{t("sessions", { count: sessions })}</span>
          <span className="flex gap-x-1">
            {t("lastUsed")} <DateTime value={usedAt} relative />
          </span>
        </p>
      </div>
      {person === self ? null : (
        <ConfirmedEnd
          work={() => endPersonsSessions(person)}
          label={t("end")}
          name={t("endLabel", { name: called })}
          title={t("endTitle", { name: called })}
          detail={t("endDetail")}
          onEnded={() => onNews(t("ended", { name: called }))}
        />
      )}
    </li>
  )
}
