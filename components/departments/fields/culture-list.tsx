import { Command } from "cmdk"
import { Check, Search } from "lucide-react"
import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { cultureName } from "../../data-table"
import { commonCultures, readCulture } from "./common-cultures"

export interface CultureListProps {
  readonly label: string
  readonly chosen: string | undefined
  /** Cultures that are there already. */
  readonly except?: readonly string[]
  readonly onChoose: (code: string) => void
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Languages by name or code; a code that is typed is offered too. */
export function CultureList({ label, chosen, except = [], onChoose }: CultureListProps) {
  const t = useTranslations("departments.fields")
  const locale = useLocale()
  const [typed, setTyped] = useState("")
  const code = readCulture(typed)
  const offered = useMemo(
    () =>
      [...new Set([...commonCultures, ...(chosen ? [chosen] : [])])]
        .map((each) => ({ code: each, name: cultureName(locale, each) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, locale)),
    [chosen, locale],
  )
  const isLeft = (one: string) => !except.some((other) => isSame(one, other))
  const isNew = code && isLeft(code) && !offered.some((each) => isSame(each.code, code))
  return (
    <Command label={label} defaultValue={chosen ?? ""} loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("findCulture")}
          className="h-9 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="max-h-64 scroll-py-1 overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-3 py-6 text-center text-ink-muted">
          {t("noCulture")}
        </Command.Empty>
        {offered
          .filter((each) => isLeft(each.code))
          .map((each) => (
            <CultureItem
              key={each.code}
              {...each}
              isChosen={each.code === chosen}
              onChoose={onChoose}
            />
          ))}
        {isNew ? (
          <CultureItem
            key={code}
            code={code}
            name={cultureName(locale, code)}
            keywords={typed}
            isChosen={false}
            onChoose={onChoose}
          />
        ) : null}
      </Command.List>
    </Command>
  )
}

interface CultureItemProps {
  readonly code: string
  readonly name: string
  /** More that finds it. */
  readonly keywords?: string
  readonly isChosen: boolean
  readonly onChoose: (code: string) => void
}

function CultureItem({ code, name, keywords = "", isChosen, onChoose }: CultureItemProps) {
  return (
    <Command.Item
      value={code}
      keywords={[name, keywords]}
      onSelect={() => onChoose(code)}
      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <code className="shrink-0 font-mono text-ink-muted text-xs">{code}</code>
      <span className="size-4 shrink-0 text-accent-ink">
        {isChosen ? <Check className="size-4" aria-hidden="true" /> : null}
      </span>
    </Command.Item>
  )
}
