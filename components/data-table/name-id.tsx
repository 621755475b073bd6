"use client"

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Pencil } from "lucide-react"
import { useRouter } from "next/navigation"
import { createContext, type FormEvent, type ReactNode, useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import {
  type Container,
  containers,
  ownValue,
  type PathParameters,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { api, apiKey, workspaceNamesOptions } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "../ui/dialog"
import { IconButton } from "../ui/icon-button"
import { Input } from "../ui/input"

/** Renders a way to name an unnamed id of a kind; nothing if the person may not name it. */
export const NameIdContext = createContext<
  (kind: string | undefined, id: string, style?: Pick<NameIdProps, "isIcon">) => ReactNode
>(() => null)

interface NamingLevel {
  readonly parameter: string
  readonly kind: string
  /** In the reader's language. */
  readonly title: string
}

interface Holder extends Omit<NamingLevel, "parameter"> {
  readonly id: string
}

const known: Readonly<Record<string, Container>> = containers

/**
 * The ancestors of entries of a kind in the workspace, outermost first; undefined if the path does
 * not determine them or the kind has no place there.
 */
export function holdersOf(
  kind: string,
  levels: readonly NamingLevel[],
  parameters: PathParameters,
): readonly Holder[] | undefined {
  const { parent, workspace } = ownValue(known, kind) ?? {}
  if (workspace === undefined) return undefined
  if (parent === undefined) return []
  const level = levels.find((each) => each.kind === parent)
  const id = level && parameters[level.parameter]
  const above = holdersOf(parent, levels, parameters)
  if (id === undefined || above === undefined) return undefined
  return [...above, { kind: parent, id, title: level?.title ?? parent }]
}

/** The ancestors that the workspace does not name yet. */
export function unnamedOf(
  entries: readonly WorkspaceEntry[],
  holders: readonly Holder[],
): readonly Holder[] {
  const [holder, ...below] = holders
  if (!holder) return []
  const found = entries.find(({ kind, id }) => kind === holder.kind && id === holder.id)
  return found ? unnamedOf(found.children, below) : holders
}

interface NamingProviderProps {
  /** True if the person may name ids. */
  readonly isAdministrator: boolean
  /** What the path of the surrounding records names. */
  readonly levels: readonly NamingLevel[]
  readonly parameters: PathParameters
  readonly children: ReactNode
}

/** Lets administrators name ids in the records of a path. */
export function NamingProvider(props: NamingProviderProps) {
  const { isAdministrator, levels, parameters, children } = props
  const isKnown = useQuery({ ...workspaceNamesOptions(), enabled: isAdministrator }).isSuccess
  const nameId = useMemo(
    () => (kind: string | undefined, id: string, style?: Pick<NameIdProps, "isIcon">) => {
      const holders = kind && isKnown ? holdersOf(kind, levels, parameters) : undefined
      return kind && holders ? <NameId kind={kind} id={id} holders={holders} {...style} /> : null
    },
    [levels, parameters, isKnown],
  )
  return isAdministrator ? <NameIdContext value={nameId}>{children}</NameIdContext> : children
}

interface NameIdProps {
  readonly kind: string
  readonly id: string
  /** Its ancestors in the workspace, outermost first. */
  readonly holders: readonly Holder[]
  /** Renders only an icon. */
  readonly isIcon?: boolean
}

export function NameId({ isIcon = false, ...props }: NameIdProps) {
  const t = useTranslations("table.nameId")
  const [isOpen, setOpen] = useState(false)
  const icon = <Pencil aria-hidden="true" />
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      {isIcon ? (
        <DialogTrigger render={<IconButton label={t("open")} size="sm" className="size-6" />}>
          {icon}
        </DialogTrigger>
      ) : (
        <DialogTrigger render={<Button variant="ghost" size="sm" />}>
          {icon}
          {t("open")}
        </DialogTrigger>
      )}
      {isOpen ? <NameIdForm {...props} onDone={() => setOpen(false)} /> : null}
    </Dialog>
  )
}

interface NewName extends Pick<Holder, "kind" | "id"> {
  readonly name: string
  readonly parent: string
}

const printName = ({ kind, id, name, parent }: NewName) =>
  [kind, id, `"${name.replaceAll('"', '""')}"`, parent].join(",")

/** Saves all names, or none. */
const bringNames = (names: readonly NewName[]) =>
  api.put("/api/workspace/names", {
    query: {},
    body: { csv: ["kind,id,name,parent", ...names.map(printName)].join("\n") },
  })

const placeOf = (holders: readonly Holder[]) =>
  holders.map(({ kind, id }) => `${ownValue(known, kind)?.workspace}/${id}`).join("/")

/** The names to save: of the id and of its ancestors that have none yet. */
function useNewNames({ kind, id, holders }: NameIdProps, onDone: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  const { data, error: unread } = useQuery(workspaceNamesOptions())
  const unnamed = useMemo(
    () => (data ? unnamedOf(data.workspace.entries, holders) : []),
    [data, holders],
  )
  const saving = useMutation({
    async mutationFn(names: Readonly<Record<string, string>>) {
      const name = names[id] ?? ""
      if (unnamed.length === 0)
        return api.post("/api/workspace", {
          body: { parent: placeOf(holders), kind, entry: { id, name } },
        })
      const all = [...holders, { kind, id }].map((each, index) => ({
        kind: each.kind,
        id: each.id,
        name: names[each.id] ?? "",
        parent: holders[index - 1]?.id ?? "",
      }))
      return bringNames(all.slice(holders.length - unnamed.length))
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: apiKey("/api/workspace/names") })
      router.refresh()
      onDone()
    },
  })
  return {
    unnamed,
    isReady: data !== undefined && !saving.isPending,
    error: saving.error ?? unread,
    save: saving.mutate,
  }
}

function NameIdForm(props: NameIdProps & { onDone: () => void }) {
  const { id, onDone } = props
  const t = useTranslations("table.nameId")
  const common = useTranslations("common")
  const formId = useId()
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const { unnamed, isReady, error, save } = useNewNames(props, onDone)
  const write = (of: string) => (name: string) => setNames((before) => ({ ...before, [of]: name }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const wanted = [...unnamed.map((holder) => holder.id), id]
    if (isReady && wanted.every((each) => names[each]?.trim())) save(names)
  }
  return (
    <DialogContent
      title={t("title")}
      description={t("note")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {unnamed.length > 0 ? <p className="text-ink-muted">{t("holders")}</p> : null}
        {unnamed.map((holder) => (
          <NameField
            key={holder.id}
            id={holder.id}
            label={t("holderName", { kind: holder.title })}
            name={names[holder.id] ?? ""}
            onName={write(holder.id)}
          />
        ))}
        <NameField id={id} label={t("name")} name={names[id] ?? ""} onName={write(id)} />
        <ChangeProblem error={error} />
      </form>
    </DialogContent>
  )
}

interface NameFieldProps {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly onName: (name: string) => void
}

function NameField({ id, label, name, onName }: NameFieldProps) {
  const inputId = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={inputId} className="font-medium text-xs">
        {label}
      </label>
      <Input id={inputId} value={name} onValueChange={onName} maxLength={200} autoComplete="off" />
      <code className="break-all font-mono text-ink-muted text-xs">{id}</code>
    </div>
  )
}
