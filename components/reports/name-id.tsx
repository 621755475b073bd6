import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Pencil } from "lucide-react"
import { useRouter } from "next/navigation"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { type Container, containers, ownValue, type PathParameters } from "@/lib/catalogue"
import { api, apiKey } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "../ui/dialog"
import { Input } from "../ui/input"
import type { PathLevel } from "./path-choices"

const known: Readonly<Record<string, Container>> = containers

/** Where in the workspace entries of a kind lie: the root as the empty text; undefined where the report's path does not say it, or the kind has no place there. */
export function holderPath(
  kind: string,
  steps: readonly Pick<PathLevel, "kind" | "parameter">[],
  parameters: PathParameters,
): string | undefined {
  const { parent, workspace } = ownValue(known, kind) ?? {}
  if (workspace === undefined) return undefined
  if (parent === undefined) return ""
  const id = parameters[steps.find((step) => step.kind === parent)?.parameter ?? ""]
  const above = holderPath(parent, steps, parameters)
  if (id === undefined || above === undefined) return undefined
  return [above, known[parent]?.workspace, id].filter((part) => part !== "").join("/")
}

interface NameIdProps {
  readonly kind: string
  readonly id: string
  /** The path of what holds it in the workspace. */
  readonly parent: string
}

/** Gives an id a name in the workspace, where it stands. */
export function NameId(props: NameIdProps) {
  const t = useTranslations("reports.nameId")
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger render={<Button variant="ghost" size="sm" />}>
        <Pencil aria-hidden="true" />
        {t("open")}
      </DialogTrigger>
      {isOpen ? <NameIdForm {...props} onDone={() => setOpen(false)} /> : null}
    </Dialog>
  )
}

function NameIdForm({ kind, id, parent, onDone }: NameIdProps & { onDone: () => void }) {
  const t = useTranslations("reports.nameId")
  const common = useTranslations("common")
  const [formId, inputId] = [useId(), useId()]
  const [name, setName] = useState("")
  const client = useQueryClient()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post("/api/workspace", { body: { parent, kind, entry: { id, name } } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: apiKey("/api/workspace/names") })
      router.refresh()
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (name.trim() !== "") mutate()
  }
  return (
    <DialogContent
      title={t("title")}
      description={t("note")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={formId} variant="primary" disabled={isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-2">
        <code className="break-all font-mono text-ink-muted text-xs">{id}</code>
        <label htmlFor={inputId} className="font-medium text-xs">
          {t("name")}
        </label>
        <Input
          id={inputId}
          value={name}
          onValueChange={setName}
          maxLength={200}
          autoComplete="off"
        />
        <ChangeProblem error={error} />
      </form>
    </DialogContent>
  )
}
