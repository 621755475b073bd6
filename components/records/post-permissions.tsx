import type { Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { KnownName } from "./known-name"
import { rowsAt, textAt } from "./read-field"

export interface PostPermissionsProps {
  readonly rules: readonly Row[]
  readonly linkOf: LinkOf
}

/** A post's audience, by department and user group. */
export async function PostPermissions({ rules, linkOf }: PostPermissionsProps) {
  const t = await readTranslator("records")
  return (
    <Card aria-label={t("permissions.title")}>
      <CardHead title={t("permissions.title")} />
      <CardBody className="space-y-4">
        {rules.length === 0 ? <p className="text-ink-muted">{t("permissions.all")}</p> : null}
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity of their own and never move
          <section key={index} className="space-y-2">
            {rules.length > 1 ? (
              <h3 className="font-medium text-ink-faint text-xs">
                {t("permissions.rule", { number: index + 1 })}
              </h3>
            ) : null}
            <Names
              label={t("permissions.departments")}
              entries={rowsAt(rule, "departments")}
              of="department"
              hrefOf={(id) => linkOf("departments", id)}
            />
            <Names
              label={t("permissions.userGroups")}
              note={t(
                rule["requireAllUserGroups"] === true
                  ? "permissions.allGroups"
                  : "permissions.anyGroup",
              )}
              entries={rowsAt(rule, "userGroups")}
              of="userGroup"
            />
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

interface NamesProps {
  readonly label: string
  readonly note?: string
  readonly entries: readonly Row[]
  readonly of: "department" | "userGroup"
  readonly hrefOf?: (id: string) => string | undefined
}

function Names({ label, note, entries, of, hrefOf }: NamesProps) {
  if (entries.length === 0) return null
  return (
    <div>
      <p className="text-ink-muted text-xs">
        {label}
        {note && entries.length > 1 ? `, ${note}` : null}
      </p>
      <ul className="mt-1 flex flex-wrap gap-1">
        {entries.map((entry, index) => {
          const id = textAt(entry, "id") ?? ""
          return (
            <li key={id || index} className="rounded-sm bg-pressed px-1.5 py-0.5 text-xs">
              <KnownName
                id={id}
                name={textAt(entry, "name")}
                of={of}
                href={id ? hrefOf?.(id) : undefined}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
