import type { ReactNode } from "react"
import { Card } from "../ui/card"
import { cn } from "../ui/class-names"
import type { Reference, ReferenceArea, ReferenceTexts } from "./arrange-reference"
import { OperationDetails } from "./operation-details"
import { operationsClass } from "./operations-class"

export interface ApiReferenceProps {
  readonly reference: Reference
  readonly t: ReferenceTexts
}

type Group = "own" | "platform"

const groups: readonly Group[] = ["own", "platform"]
const problemsId = "problems"

/** Tags of both groups may differ in their capitals alone. */
const idOf = (group: Group, name: string) => `${group}-${name.toLowerCase().replaceAll(/\W/g, "-")}`

/** Our own API by area, with a list of the areas beside it where there is room. */
export function ApiReference({ reference, t }: ApiReferenceProps) {
  return (
    <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_11rem]">
      <AreaLinks reference={reference} t={t} />
      <div className={cn("min-w-0 space-y-12", operationsClass)}>
        {groups.map((group) => (
          <section key={group} className="space-y-6">
            <GroupHead title={t(`groups.${group}.title`)}>{t(`groups.${group}.note`)}</GroupHead>
            {reference[group].map((area) => (
              <Area key={area.name} area={area} group={group} />
            ))}
          </section>
        ))}
        <section id={problemsId} className="scroll-mt-16 space-y-4">
          <GroupHead title={t("problems.title")}>{t("problems.note")}</GroupHead>
          <Problems reference={reference} />
        </section>
      </div>
    </div>
  )
}

function GroupHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      <p className="mt-1 text-ink-muted">{children}</p>
    </div>
  )
}

function Area({
  area: { name, description, operations },
  group,
}: {
  readonly area: ReferenceArea
  readonly group: Group
}) {
  return (
    <section id={idOf(group, name)} className="scroll-mt-16 space-y-2">
      <div lang="en">
        <h3 className={cn("font-semibold text-base", group === "own" && "font-mono")}>{name}</h3>
        <p className="text-ink-muted">{description}</p>
      </div>
      <Card>
        {operations.map((operation) => (
          <OperationDetails key={operation.id} operation={operation} />
        ))}
      </Card>
    </section>
  )
}

function Problems({ reference: { problems } }: { reference: Reference }) {
  return (
    <Card>
      <dl className="divide-y">
        {problems.map(({ status, code, title }) => (
          <div key={code} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <dt>
              <code className="break-words text-[0.8125rem]">{code}</code>
            </dt>
            <dd>
              <span className="tabular text-ink-muted">{status} · </span>
              <span lang="en">{title}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function AreaLinks({ reference, t }: ApiReferenceProps) {
  return (
    <nav
      aria-label={t("areas")}
      className="sticky top-16 hidden max-h-[calc(100dvh-5rem)] self-start overflow-y-auto border-l pl-3 text-xs xl:order-last xl:block print:hidden"
    >
      {groups.map((group) => (
        <div key={group} className="mb-3">
          <p className="px-2 py-1 font-semibold">{t(`groups.${group}.title`)}</p>
          {reference[group].map(({ name }) => (
            <AreaLink key={name} id={idOf(group, name)}>
              <span lang="en">{name}</span>
            </AreaLink>
          ))}
        </div>
      ))}
      <AreaLink id={problemsId}>{t("problems.title")}</AreaLink>
    </nav>
  )
}

function AreaLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={`#${id}`}
      className="flex min-h-6 items-center rounded-md px-2 text-ink-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </a>
  )
}
