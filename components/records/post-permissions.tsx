import Link from "next/link"
import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { shortenId } from "../ui/short-id"
import type { LinkOf } from "./field-links"
import { rowsAt, textAt } from "./read-field"

export interface PostPermissionsProps {
  readonly rules: readonly Row[]
  readonly linkOf: LinkOf
}

/** Who may see a post: by department and by user group. */
export function PostPermissions({ rules, linkOf }: PostPermissionsProps) {
  const t = translator("records")
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
  readonly hrefOf?: (id: string) => string | undefined
}

function Names({ label, note, entries, hrefOf }: NamesProps) {
  if (entries.length === 0) return null
  return (
    <div>
      <p className="text-ink-muted text-xs">
        {label}
        {note && entries.length > 1 ? `, ${note}` : null}
      </p>
      <ul className="mt-1 flex flex-wrap gap-1">
        {entries.map((entry) => {
          const id = textAt(entry, "id") ?? ""
          const name = textAt(entry, "name") ?? shortenId(id)
          const href = hrefOf?.(id)
          return (
            <li key={id}>
              <Name name={name} href={href} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Name({ name, href }: { name: string; href: string | undefined }) {
  const shape = "inline-block rounded-sm bg-pressed px-1.5 py-0.5 text-xs"
  if (!href) return <span className={shape}>{name}</span>
  return (
    <Link href={href} prefetch={false} className={`${shape} hover:text-accent-ink hover:underline`}>
      {name}
    </Link>
  )
}
