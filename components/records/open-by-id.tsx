"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { parseGuid } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { Input } from "../ui/input"

export interface OpenByIdProps {
  /** The operation's id. */
  readonly operation: string
  /** Its path parameters with what each names, in the path's order. */
  readonly steps: readonly { readonly parameter: string; readonly title: string }[]
}

/** Opens a record whose ids are known. */
export function OpenById({ operation, steps }: OpenByIdProps) {
  const t = useTranslations("records")
  const router = useRouter()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const ids = steps.map(({ parameter }) => parseGuid(`${form.get(parameter) ?? ""}`.trim()))
    setWrong(steps.flatMap(({ parameter }, index) => (ids[index] ? [] : [parameter])))
    if (ids.every(Boolean)) router.push(`/records/${operation}/${ids.join("/")}`)
  }
  return (
    <Card aria-label={t("finder.byId")}>
      <CardHead title={t("finder.byId")} />
      <CardBody>
        <p className="mb-4 text-ink-muted text-xs">{t("finder.byIdNote")}</p>
        <form noValidate onSubmit={open} className="space-y-3">
          {steps.map(({ parameter, title }) => (
            <IdField
              key={parameter}
              name={parameter}
              label={title}
              wrong={wrong.includes(parameter)}
            />
          ))}
          <Button type="submit" variant="primary">
            {t("finder.open")}
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}

function IdField({ name, label, wrong }: { name: string; label: string; wrong: boolean }) {
  const t = useTranslations("records")
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs">
        {label}
      </label>
      <Input
        id={id}
        name={name}
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
