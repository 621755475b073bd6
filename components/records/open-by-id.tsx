"use client"

import { useRouter, useSearchParams } from "next/navigation"
import { type ClipboardEvent, type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { parseGuid, unreadableName } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { Input } from "../ui/input"
import { Select } from "../ui/select"
import { UnreadParts } from "../ui/unread-parts"

const guid = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/gi

/** The ids in a text such as an API address, in order and in lower case. */
export const findIds = (text: string): string[] =>
  (text.match(guid) ?? []).map((id) => id.toLowerCase())

export interface OpenableType {
  /** The operation's id. */
  readonly operation: string
  readonly title: string
  /** Its path parameters with their labels, in path order. */
  readonly steps: readonly { readonly parameter: string; readonly title: string }[]
}

/** The ids of a record in an address, by parameter, and the invalid parts. */
function readGiven({ steps }: OpenableType, search: Iterable<readonly [string, string]>) {
  const given = new Map<string, string>()
  const unread: string[] = []
  for (const [name, text] of search)
    if (name === unreadableName) unread.push(text)
    else if (!given.has(name) && steps.some(({ parameter }) => parameter === name))
      given.set(name, text)
    else unread.push(`${name}=${text}`)
  return { given: Object.fromEntries(given), unread }
}

/** Opens a record by ids, of a given type or one to select. */
export function OpenById({ types }: { types: readonly OpenableType[] }) {
  const t = useTranslations("records")
  const search = useSearchParams()
  const [chosen, choose] = useState(types[0]?.operation)
  const type = types.find(({ operation }) => operation === chosen) ?? types[0]
  if (!type) return null
  const { given, unread } = readGiven(type, search)
  return (
    <Card aria-label={t("finder.byId")}>
      <CardHead title={t("finder.byId")} />
      <CardBody className="space-y-3">
        <UnreadParts parts={unread} />
        <p className="text-ink-muted text-xs">
          {t("finder.byIdNote")} {type.steps.length > 1 ? t("finder.paste") : null}
        </p>
        {types.length > 1 ? (
          <Select
            className="w-full"
            label={t("start.kind")}
            options={types.map(({ operation, title }) => ({ value: operation, label: title }))}
            value={type.operation}
            onValueChange={choose}
          />
        ) : null}
        <IdForm
          key={`${type.operation} ${Object.values(given).join(" ")}`}
          type={type}
          given={given}
        />
      </CardBody>
    </Card>
  )
}

type Texts = Readonly<Record<string, string>>

/** Prefilled with the ids in the address, by parameter. */
function IdForm({ type, given }: { type: OpenableType; given: Texts }) {
  const { operation, steps } = type
  const t = useTranslations("records")
  const router = useRouter()
  const [texts, setTexts] = useState<Texts>(given)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const ids = steps.map(({ parameter }) => parseGuid((texts[parameter] ?? "").trim()))
    setWrong(steps.flatMap(({ parameter }, index) => (ids[index] ? [] : [parameter])))
    if (ids.every(Boolean)) router.push(`/data/${operation}/${ids.join("/")}`)
  }
  const paste = (event: ClipboardEvent) => {
    const ids = findIds(event.clipboardData.getData("text"))
    if (ids.length !== steps.length || ids.length === 1) return
    event.preventDefault()
    setTexts(Object.fromEntries(steps.map(({ parameter }, index) => [parameter, ids[index] ?? ""])))
  }
  return (
    <form noValidate onSubmit={open} onPaste={paste} className="space-y-3">
      {steps.map(({ parameter, title }) => (
        <IdField
          key={parameter}
          label={title}
          value={texts[parameter] ?? ""}
          onChange={(text) => setTexts((before) => ({ ...before, [parameter]: text }))}
          wrong={wrong.includes(parameter)}
        />
      ))}
      <Button type="submit" variant="primary">
        {t("finder.open")}
      </Button>
    </form>
  )
}

interface IdFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly wrong: boolean
}

function IdField({ label, value, onChange, wrong }: IdFieldProps) {
  const t = useTranslations("records")
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs">
        {label}
      </label>
      <Input
        id={id}
        value={value}
        onValueChange={onChange}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
        aria-invalid={wrong}
        {...(wrong && { "aria-describedby": `${id}-error` })}
      />
      {wrong ? (
        <p id={`${id}-error`} className="mt-1 text-critical-ink text-xs">
          {t("finder.invalid")}
        </p>
      ) : null}
    </div>
  )
}
