"use client"

import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import {
  apiKey,
  type ErasedPerson,
  erasePerson,
  findPersonToErase,
  type PersonToErase,
} from "@/lib/client"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { Checkbox } from "../ui/checkbox"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { Dialog, DialogTrigger } from "../ui/dialog"
import { Input } from "../ui/input"
import { useChange } from "./use-change"

const maxLength = 1000
const idsIn = (text: string) => text.split(/[\s,;]+/).filter((id) => id !== "")

/** Erases a person from the dashboard's database by ids, after it has shown whom they identify. */
export function ErasureCard() {
  const t = useTranslations("settings.erasure")
  const [text, setText] = useState("")
  const [erased, setErased] = useState<ErasedPerson>()
  const looking = useMutation({ mutationFn: findPersonToErase })
  const id = useId()

  function find(event: FormEvent) {
    event.preventDefault()
    setErased(undefined)
    looking.mutate(idsIn(text))
  }
  function finish(made: ErasedPerson) {
    setErased(made)
    looking.reset()
    setText("")
  }
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody className="grid max-w-3xl gap-4">
        <p className="text-ink-muted">{t("note")}</p>
        <form onSubmit={find}>
          <label htmlFor={id} className="mb-1 block font-medium text-sm">
            {t("field")}
          </label>
          <div className="flex gap-2">
            <Input
              id={id}
              autoComplete="off"
              maxLength={maxLength}
              value={text}
              onValueChange={setText}
              className="max-sm:h-11"
            />
            <Button
              type="submit"
              disabled={idsIn(text).length === 0 || looking.isPending}
              className="max-sm:h-11"
            >
              {t("find")}
            </Button>
          </div>
        </form>
        <ChangeProblem error={looking.error} />
        {looking.data ? <FoundPerson person={looking.data} onErased={finish} /> : null}
        {erased ? <Erased erased={erased} /> : null}
      </CardBody>
    </Card>
  )
}

interface FoundPersonProps {
  readonly person: PersonToErase
  readonly onErased: (erased: ErasedPerson) => void
}

function FoundPerson({ person, onErased }: FoundPersonProps) {
  const t = useTranslations("settings.erasure")
  const [open, setOpen] = useState(false)
  const [replacesNames, setReplacesNames] = useState(false)
  const erasing = useChange(
    () => erasePerson(person.ids, replacesNames),
    apiKey("/api/names/users"),
  )
  const called = [...person.names, ...person.emails].join(", ")
  const erase = async () => {
    const done = await erasing.run(undefined)
    if (!done) return
    setOpen(false)
    onErased(done.made)
  }
  return (
    <div className="grid gap-3 rounded-md border p-3">
      <div role="status">
        <p className="font-medium">{called || t("unknown")}</p>
        <p className="break-all text-ink-muted text-xs">{person.ids.join(", ")}</p>
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box draws its own control */}
      <label className="flex items-start gap-2">
        <Checkbox checked={replacesNames} onCheckedChange={setReplacesNames} className="mt-0.5" />
        <span>
          {t("replacesNames")}
          <span className="block text-ink-muted text-xs">{t("replacesNamesNote")}</span>
        </span>
      </label>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger render={<Button variant="danger" className="justify-self-start" />}>
          {t("erase")}
        </DialogTrigger>
        <ConfirmRemoval
          title={t("confirm", { name: called || person.ids.join(", ") })}
          action={t("erase")}
          busy={erasing.busy}
          error={erasing.problem}
          onRemove={erase}
        >
          {t("confirmDetail")}
        </ConfirmRemoval>
      </Dialog>
    </div>
  )
}

function Erased({ erased: { label, counts } }: { erased: ErasedPerson }) {
  const t = useTranslations("settings.erasure")
  const sum = (does: ErasedPerson["counts"][number]["does"]) =>
    counts.reduce((total, each) => total + (each.does === does ? each.rows : 0), 0)
  return (
    <div role="status" className="grid gap-1">
      <p className="font-medium text-positive-ink">{t("done", { label })}</p>
      <ul className="list-disc pl-5 text-ink-muted">
        <li>{t("removed", { count: sum("removed") })}</li>
        <li>{t("renamed", { count: sum("renamed") + sum("replaced") })}</li>
        {sum("left") > 0 ? <li>{t("left", { count: sum("left") })}</li> : null}
      </ul>
    </div>
  )
}
