import { Command } from "cmdk"
import { Check, Search } from "lucide-react"
import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { cultureName } from "../../data-table"
import { MoreOptions } from "../../ui/more-options"
import { cutOptions, foldOptions, rankOptions } from "../../ui/rank-options"

/** Common cultures of organisations, offered first; any other BCP 47 code can be typed. */
export const commonCultures: readonly string[] = [
  "ar-SA",
  "bg-BG",
  "bs-BA",
  "ca-ES",
  "cs-CZ",
  "da-DK",
  "de-AT",
  "de-CH",
  "de-DE",
  "el-GR",
  "en-GB",
  "en-IE",
  "en-US",
  "es-ES",
  "es-MX",
  "et-EE",
  "fa-IR",
  "fi-FI",
  "fo-FO",
  "fr-BE",
  "fr-CH",
  "fr-FR",
  "he-IL",
  "hi-IN",
  "hr-HR",
  "hu-HU",
  "is-IS",
  "it-CH",
  "it-IT",
  "ja-JP",
  "kl-GL",
  "ko-KR",
  "lb-LU",
  "lt-LT",
  "lv-LV",
  "mk-MK",
  "nb-NO",
  "nl-BE",
  "nl-NL",
  "nn-NO",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "ro-RO",
  "ru-RU",
  "sk-SK",
  "sl-SI",
  "sq-AL",
  "sr-RS",
  "sv-FI",
  "sv-SE",
  "th-TH",
  "tr-TR",
  "uk-UA",
  "vi-VN",
  "zh-CN",
  "zh-TW",
]

/** The canonical form of a typed code; undefined if it is not a named culture. */
export function readCulture(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0]
  } catch {
    return undefined
  }
}

export interface CultureListProps {
  readonly label: string
  readonly chosen: string | undefined
  /** Cultures to exclude. */
  readonly except?: readonly string[]
  readonly onChoose: (code: string) => void
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Languages by name or code; a typed code is offered too. */
export function CultureList({ label, chosen, except = [], onChoose }: CultureListProps) {
  const t = useTranslations("departments.fields")
  const locale = useLocale()
  const [typed, setTyped] = useState("")
  const code = readCulture(typed)
  const offered = useMemo(
    () =>
      [...new Set([...commonCultures, ...(chosen ? [chosen] : [])])]
        .map((each) => ({ value: each, label: cultureName(locale, each), description: each }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    [chosen, locale],
  )
  const folded = useMemo(() => foldOptions(offered), [offered])
  const isLeft = (one: string) => !except.some((other) => isSame(one, other))
  const isNew = code && isLeft(code) && !offered.some((each) => isSame(each.value, code))
  const left = rankOptions(folded, typed).filter((each) => isLeft(each.value))
  const { shown, more } = cutOptions(left, { value: chosen, typed })
  return (
    <Command label={label} defaultValue={chosen ?? ""} shouldFilter={false} loop>
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
        {shown.map(({ value, label: name }) => (
          <CultureItem
            key={value}
            code={value}
            name={name}
            isChosen={value === chosen}
            onChoose={onChoose}
          />
        ))}
        {isNew ? (
          <CultureItem
            key={code}
            code={code}
            name={cultureName(locale, code)}
            isChosen={false}
            onChoose={onChoose}
          />
        ) : null}
      </Command.List>
      <MoreOptions count={more} />
    </Command>
  )
}

interface CultureItemProps {
  readonly code: string
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: (code: string) => void
}

function CultureItem({ code, name, isChosen, onChoose }: CultureItemProps) {
  return (
    <Command.Item
      value={code}
      onSelect={() => onChoose(code)}
      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1">{name}</span>
      <code className="shrink-0 font-mono text-ink-muted text-xs">{code}</code>
      <span className="size-4 shrink-0 text-accent-ink">
        {isChosen ? <Check className="size-4" aria-hidden="true" /> : null}
      </span>
    </Command.Item>
  )
}
