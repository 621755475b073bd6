import { type FormEvent, type ReactNode, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { roles as allRoles, type Role } from "@/lib/catalogue"
import type { SavedView } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import { Input } from "../ui/input"
import { Select } from "../ui/select"
import { Switch } from "../ui/switch"
import { useRoleName } from "./use-role-name"

/**
 * The attributes of a saved item: its name, the role it is shared with, and whether it is on Home.
 */
export interface Naming {
  readonly name: string
  readonly role: Role | null
  readonly pinned?: boolean
}

export interface NamingDialogProps {
  /** Undefined while closed; `of` is the item to rename. */
  readonly asked: { readonly of?: SavedView } | undefined
  readonly title: string
  readonly note?: string | undefined
  /** Roles that it can be shared with. */
  readonly roles: readonly Role[]
  /** The label of the Home switch, if the item can be pinned. */
  readonly pin?: string
  readonly busy: boolean
  readonly error: unknown
  /** Resolves to true if it was saved, which closes the dialog. */
  readonly onName: (naming: Naming) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for an item's name and audience. */
export function NamingDialog({ asked, ...props }: NamingDialogProps) {
  return (
    <ControlledDialog isOpen={asked !== undefined} onClose={props.onClose}>
      {asked ? <NamingContent of={asked.of} {...props} /> : null}
    </ControlledDialog>
  )
}

type ContentProps = Omit<NamingDialogProps, "asked"> & { readonly of: SavedView | undefined }

const nobody = "nobody"

interface WrittenNaming {
  readonly name: string
  readonly role: Role | null
  readonly pinned: boolean
}

function useNaming({ of, pin, onName, onClose }: ContentProps) {
  const [written, setWritten] = useState<WrittenNaming>({
    name: of?.name ?? "",
    role: of?.role ?? null,
    pinned: of?.pinned ?? false,
  })
  const [tried, setTried] = useState(false)
  const { name, role, pinned } = written
  const isBlank = name.trim() === ""
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBlank) return
    const naming = { name: name.trim(), role }
    if (await onName({ ...naming, ...(pin !== undefined && { pinned }) })) onClose()
  }
  const write = (part: Partial<WrittenNaming>) => setWritten({ ...written, ...part })
  return { written, write, submit, isFaulty: tried && isBlank }
}

function NamingContent(props: ContentProps) {
  const { title, note, roles, pin, busy, error } = props
  const t = useTranslations("views.dialog")
  const common = useTranslations("common")
  const id = useId()
  const { written, write, submit, isFaulty } = useNaming(props)
  return (
    <DialogContent
      title={title}
      description={note}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={id} variant="primary" disabled={busy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-4">
        <NameField name={written.name} onName={(name) => write({ name })} isFaulty={isFaulty} />
        <SharingField role={written.role} onRole={(role) => write({ role })} roles={roles} />
        {pin === undefined ? null : (
          <PinSwitch pinned={written.pinned} onPinned={(pinned) => write({ pinned })}>
            {pin}
          </PinSwitch>
        )}
        <ChangeProblem error={error} />
      </form>
    </DialogContent>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly onName: (name: string) => void
  readonly isFaulty: boolean
}

function NameField({ name, onName, isFaulty }: NameFieldProps) {
  const t = useTranslations("views.dialog")
  const id = useId()
  const faultId = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t("name")}
      </label>
      <Input
        id={id}
        autoComplete="off"
        maxLength={100}
        value={name}
        onValueChange={onName}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? faultId : undefined}
      />
      {isFaulty ? (
        <p id={faultId} role="alert" className="mt-1 text-critical-ink text-xs">
          {t("noName")}
        </p>
      ) : null}
    </div>
  )
}

interface SharingFieldProps {
  /** The role it is shared with; null if private. */
  readonly role: Role | null
  readonly onRole: (role: Role | null) => void
  readonly roles: readonly Role[]
}

/** The audience of a saved item: only the owner, or everyone with a role. */
export function SharingField({ role, onRole, roles }: SharingFieldProps) {
  const t = useTranslations("views.dialog")
  const roleName = useRoleName()
  const shared = roles.map((each) => ({
    value: each,
    label: t("everybody", { role: roleName(each) }),
  }))
  return (
    <div>
      <span className="mb-1 block font-medium">{t("sharing")}</span>
      <Select
        label={t("sharing")}
        className="w-full"
        options={[{ value: nobody, label: t("nobody") }, ...shared]}
        value={role ?? nobody}
        onValueChange={(chosen) => onRole(allRoles.find((each) => each === chosen) ?? null)}
      />
      <p className="mt-1 text-ink-muted text-xs">{t("sharingNote")}</p>
    </div>
  )
}

interface PinSwitchProps {
  readonly pinned: boolean
  readonly onPinned: (pinned: boolean) => void
  readonly children: ReactNode
}

function PinSwitch({ pinned, onPinned, children }: PinSwitchProps) {
  const labelId = useId()
  return (
    <div className="flex items-center gap-2">
      <Switch checked={pinned} onCheckedChange={onPinned} aria-labelledby={labelId} />
      <span id={labelId}>{children}</span>
    </div>
  )
}
