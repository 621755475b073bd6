import { useQuery } from "@tanstack/react-query"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useDeferredValue, useState, useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import { parseGuid } from "@/lib/catalogue"
import { describePerson, foundUsersOptions, minLetters, userNames } from "@/lib/client"
import { ReadProblem } from "../../ui/read-problem"
import { shortenId } from "../../ui/short-id"
import type { ControlProps } from "./control-props"
import { PickerButton } from "./picker-button"

function useUserName(id: string | undefined): string | undefined {
  useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  return id === undefined ? undefined : userNames.read(id)
}

/** A user, by an uploaded name or by id. */
export function UserControl(props: ControlProps) {
  const id = typeof props.value === "string" && props.value !== "" ? props.value : undefined
  const name = useUserName(id)
  const text = id && (name ? `${name} (${shortenId(id)})` : id)
  return (
    <PickerButton control={props} text={text}>
      {(close) => (
        <UserList
          label={props.label}
          onChoose={(chosen) => {
            props.onChange(chosen)
            close()
          }}
        />
      )}
    </PickerButton>
  )
}

interface UserListProps {
  readonly label: string
  readonly onChoose: (id: string) => void
}

function UserList({ label, onChoose }: UserListProps) {
  const t = useTranslations("departments.fields")
  const [typed, setTyped] = useState("")
  const text = useDeferredValue(typed.trim())
  // An id is offered at once, so that Enter selects it.
  const id = parseGuid(typed.trim())
  const requested = id === undefined && [...text].length >= minLetters
  const { data, isFetching, error, refetch } = useQuery({
    ...foundUsersOptions(text),
    enabled: requested,
  })
  const named = useUserName(id)
  const found = requested ? (data?.users ?? []) : []
  const note = id === undefined ? undefined : describePerson(userNames.detailsOf(id))
  const users = id === undefined ? found : [{ id, name: named, note }]
  return (
    <Command label={label} shouldFilter={false} loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("findUser")}
          className="h-9 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="max-h-64 scroll-py-1 overflow-y-auto overscroll-contain p-1">
        {users.map((user) => (
          <Command.Item
            key={user.id}
            value={user.id}
            onSelect={() => onChoose(user.id)}
            className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 data-[selected=true]:bg-hover"
          >
            <span className="min-w-0 flex-1">
              {user.name ?? t("userById")}
              {user.note ? <span className="block text-ink-muted text-xs">{user.note}</span> : null}
            </span>
            <code className="shrink-0 font-mono text-ink-muted text-xs">{shortenId(user.id)}</code>
          </Command.Item>
        ))}
      </Command.List>
      {requested && error ? (
        <ReadProblem error={error} onRetry={refetch} className="px-3 pt-1 pb-3" />
      ) : (
        <p role="status" className="px-3 pt-1 pb-3 text-ink-muted text-xs">
          {users.length > 0 || (requested && isFetching)
            ? ""
            : t(requested ? "noUser" : "userHint")}
        </p>
      )}
    </Command>
  )
}
