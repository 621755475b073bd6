"use client"

import { ChevronRight } from "lucide-react"
import { Fragment, type ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Badge, type BadgeTone } from "../ui/badge"
import type { Content, Member, ReferenceOperation } from "./arrange-reference"

interface PartProps {
  readonly operation: ReferenceOperation
}

const useTexts = () => useTranslations("reference")

/** Reading, changing and removing are distinguished. */
const toneOf = (method: string): BadgeTone =>
  method === "GET" ? "neutral" : method === "DELETE" ? "critical" : "accent"

/**
 * An operation in one line, and what goes in and comes out once it is opened. A client component, so that
 * a page of all of them carries each beside its HTML as data rather than as elements; their rows have no
 * classes of their own (`operationsClass`).
 */
export function OperationDetails({ operation }: PartProps) {
  const t = useTexts()
  const { parameters, body } = operation
  return (
    <details>
      <OperationSummary operation={operation} />
      <div>
        <Parameters title={t("parts.path")} members={parameters.path} />
        <Parameters title={t("parts.query")} members={parameters.query} />
        {body.length > 0 ? (
          <Part title={t("parts.body")}>
            <Contents contents={body} presence={givenPresence(t)} />
          </Part>
        ) : null}
        <Answers operation={operation} />
        <Refusals operation={operation} />
      </div>
    </details>
  )
}

function OperationSummary({
  operation: { method, path, summary, permission, deprecated },
}: PartProps) {
  const t = useTexts()
  const known = { public: t("permission.public"), "signed-in": t("permission.signedIn") }
  return (
    <summary>
      <ChevronRight aria-hidden="true" />
      <Badge tone={toneOf(method)} className="w-15 shrink-0 justify-center">
        {method}
      </Badge>
      <span>
        <span>
          <code>{breakPath(path)}</code>
          <span lang="en">{summary}</span>
        </span>
        <span>
          {deprecated ? <Badge tone="caution">{t("deprecated")}</Badge> : null}
          <Badge tone="outline">{known[permission as keyof typeof known] ?? permission}</Badge>
        </span>
      </span>
    </summary>
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
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  )
}

interface MembersProps {
  readonly members: readonly Member[]
  /** What is said of members that are always there, and of others. */
  readonly presence: { readonly always?: string; readonly sometimes: string }
}

function Members({ members, presence }: MembersProps) {
  const t = useTexts()
  return (
    <dl>
      {members.map(({ name, type, isRequired, note, holds }) => {
        const present = isRequired ? presence.always : presence.sometimes
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {type}
              {present ? <small>{` · ${present}`}</small> : null}
              {note ? <p lang="en">{note}</p> : null}
              {holds ? (
                <p>
                  {`${t("holds")} `}
                  <code>{holds.join(", ")}</code>
                </p>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Parameters({ title, members }: { title: string; members: readonly Member[] }) {
  const t = useTexts()
  if (members.length === 0) return null
  return (
    <Part title={title}>
      <Members members={members} presence={givenPresence(t)} />
    </Part>
  )
}

const givenPresence = (t: ReturnType<typeof useTexts>) => ({
  always: t("required"),
  sometimes: t("optional"),
})

interface ContentsProps extends Pick<MembersProps, "presence"> {
  readonly contents: readonly Content[]
  readonly status?: string
}

function Contents({ contents, status, presence }: ContentsProps) {
  const t = useTexts()
  return contents.map(({ mediaType, type, shapes }) => (
    <Fragment key={mediaType}>
      <p>
        <code>{status ? `${status} ${mediaType}` : mediaType}</code>
        {` · ${type ?? t("file")}`}
      </p>
      {shapes.length > 1 ? (
        <p>
          <small>{t("shapes")}</small>
        </p>
      ) : null}
      {shapes
        .filter((members) => members.length > 0)
        .map((members) => (
          <Members key={JSON.stringify(members)} members={members} presence={presence} />
        ))}
    </Fragment>
  ))
}

function Answers({ operation: { answers } }: PartProps) {
  const t = useTexts()
  return (
    <Part title={t("parts.answer")}>
      {answers.map(({ status, note, contents }) =>
        contents.length > 0 ? (
          <Contents
            key={status}
            status={status}
            contents={contents}
            presence={{ sometimes: t("sometimes") }}
          />
        ) : (
          <p key={status}>
            <code>{status}</code>
            {" · "}
            <span lang="en">{note}</span>
          </p>
        ),
      )}
    </Part>
  )
}

function Refusals({ operation: { refusals } }: PartProps) {
  const t = useTexts()
  return (
    <Part title={t("parts.refusals")}>
      <dl data-codes="">
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
