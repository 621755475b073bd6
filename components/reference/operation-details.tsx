import { ChevronRight } from "lucide-react"
import { Fragment, type ReactNode } from "react"
import { Badge, type BadgeTone } from "../ui/badge"
import type { Content, Member, ReferenceOperation, ReferenceTexts } from "./arrange-reference"

interface PartProps {
  readonly operation: ReferenceOperation
  readonly t: ReferenceTexts
}

/** Reading, changing and removing are told apart. */
const toneOf = (method: string): BadgeTone =>
  method === "GET" ? "neutral" : method === "DELETE" ? "critical" : "accent"

const permissionOf = (permission: string, t: ReferenceTexts) => {
  if (permission === "public") return t("permission.public")
  if (permission === "signed-in") return t("permission.signedIn")
  return permission
}

/** An operation in one line, and what goes in and comes out once it is opened. */
export function OperationDetails({ operation, t }: PartProps) {
  const { method, path, summary, permission, deprecated, parameters, body } = operation
  return (
    <details className="group/operation border-b last:border-b-0">
      <summary className="flex list-none items-start gap-x-2 px-3 py-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-ink-faint group-open/operation:rotate-90"
          aria-hidden="true"
        />
        <Badge tone={toneOf(method)} className="w-15 shrink-0 justify-center">
          {method}
        </Badge>
        <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <span className="min-w-0 basis-full sm:flex-1 sm:basis-0">
            <code className="wrap-anywhere block font-medium leading-5">{breakPath(path)}</code>
            <span lang="en" className="block text-ink-muted">
              {summary}
            </span>
          </span>
          <span className="flex flex-wrap gap-1.5">
            {deprecated ? <Badge tone="caution">{t("deprecated")}</Badge> : null}
            <Badge tone="outline">{permissionOf(permission, t)}</Badge>
          </span>
        </span>
      </summary>
      <div className="space-y-5 px-3 pt-2 pb-5 sm:pl-9">
        <Parameters title={t("parts.path")} members={parameters.path} t={t} />
        <Parameters title={t("parts.query")} members={parameters.query} t={t} />
        {body.length > 0 ? (
          <Part title={t("parts.body")}>
            <Contents contents={body} presence={givenPresence(t)} t={t} />
          </Part>
        ) : null}
        <Answers operation={operation} t={t} />
        <Refusals operation={operation} t={t} />
      </div>
    </details>
  )
}

/** A path that breaks before its slashes rather than within its words. */
const breakPath = (path: string) =>
  path
    .split("/")
    .slice(1)
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join("/")}>
        <wbr />
        {`/${part}`}
      </Fragment>
    ))

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h4 className="font-medium text-ink-muted text-xs">{title}</h4>
      {children}
    </section>
  )
}

/** Written once for each list rather than for each of its many rows. */
const listClass =
  "divide-y rounded-md border [&>div]:grid [&>div]:gap-x-4 [&>div]:px-3 [&>div]:py-1.5 [&_dt]:min-w-0 [&_dt]:wrap-anywhere [&_dt]:font-mono [&_dt]:text-[0.8125rem] [&_dd]:min-w-0"

const memberListClass = `${listClass} sm:[&>div]:grid-cols-[12rem_minmax(0,1fr)] [&_small]:text-ink-muted [&_small]:text-sm [&_p]:text-ink-muted [&_p]:text-xs [&_code]:wrap-anywhere`

interface MembersProps {
  readonly members: readonly Member[]
  /** What is said of members that are always there, and of others. */
  readonly presence: { readonly always?: string; readonly sometimes: string }
  readonly t: ReferenceTexts
}

function Members({ members, presence, t }: MembersProps) {
  return (
    <dl className={memberListClass}>
      {members.map(({ name, type, required, note, holds }) => {
        const present = required ? presence.always : presence.sometimes
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {type}
              {present ? <small> · {present}</small> : null}
              {note ? <p lang="en">{note}</p> : null}
              {holds.length > 0 ? (
                <p>
                  {t("holds")} <code>{holds.join(", ")}</code>
                </p>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Parameters({
  title,
  members,
  t,
}: {
  readonly title: string
  readonly members: readonly Member[]
  readonly t: ReferenceTexts
}) {
  if (members.length === 0) return null
  return (
    <Part title={title}>
      <Members members={members} presence={givenPresence(t)} t={t} />
    </Part>
  )
}

const givenPresence = (t: ReferenceTexts) => ({
  always: t("required"),
  sometimes: t("optional"),
})

interface ContentsProps extends Pick<MembersProps, "presence" | "t"> {
  readonly contents: readonly Content[]
  readonly status?: string
}

function Contents({ contents, status, presence, t }: ContentsProps) {
  return contents.map(({ mediaType, type, shapes }) => (
    <div key={mediaType} className="space-y-2">
      <p className="text-ink-muted">
        <code className="wrap-anywhere text-[0.8125rem] text-ink">
          {status} {mediaType}
        </code>{" "}
        · {type ?? t("file")}
      </p>
      {shapes.length > 1 ? <p className="text-ink-muted text-xs">{t("shapes")}</p> : null}
      {shapes
        .filter((members) => members.length > 0)
        .map((members) => (
          <Members key={JSON.stringify(members)} members={members} presence={presence} t={t} />
        ))}
    </div>
  ))
}

function Answers({ operation: { answers }, t }: PartProps) {
  return (
    <Part title={t("parts.answer")}>
      {answers.map(({ status, note, contents }) =>
        contents.length > 0 ? (
          <Contents
            key={status}
            status={status}
            contents={contents}
            presence={{ sometimes: t("sometimes") }}
            t={t}
          />
        ) : (
          <p key={status} className="text-ink-muted">
            <code className="text-[0.8125rem] text-ink">{status}</code> ·{" "}
            <span lang="en">{note}</span>
          </p>
        ),
      )}
    </Part>
  )
}

function Refusals({ operation: { refusals }, t }: PartProps) {
  return (
    <Part title={t("parts.refusals")}>
      <dl
        className={`${listClass} [&>div]:grid-cols-[2.5rem_minmax(0,1fr)] [&_dd]:wrap-anywhere [&_dd]:font-mono [&_dd]:text-[0.8125rem]`}
      >
        {refusals.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{codes.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
