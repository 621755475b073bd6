"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { userNameColumns } from "@/lib/catalogue"
import { apiKey, removeUserNames, uploadUserNames, userNamesUploadOptions } from "@/lib/client"
import type { UserNamesUpload } from "@/lib/contract"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { DateTime } from "../ui/date-time"
import { Dialog, DialogTrigger } from "../ui/dialog"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { NamesFileDialog } from "./names-file-dialog"
import { useChange } from "./use-change"

const mebibyte = 1024 * 1024

/** The names of users: how many there are, and an upload in their place. */
export function UserNamesCard() {
  const t = useTranslations("settings.names")
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(userNamesUploadOptions())
  const has = (data?.count ?? 0) > 0
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        {has ? <RemoveAll /> : null}
        <Button
          size="sm"
          variant={has ? "secondary" : "primary"}
          disabled={!data}
          onClick={() => setOpen(true)}
        >
          <Upload aria-hidden="true" />
          {has ? t("replace") : t("upload")}
        </Button>
      </CardHead>
      <CardBody className="space-y-4">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        <NamesCount />
        <Unplaced departments={data?.unplaced ?? []} />
      </CardBody>
      {data ? (
        <UserNamesDialog open={isOpen} onClose={() => setOpen(false)} limits={data.limits} />
      ) : null}
    </Card>
  )
}

interface UserNamesDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly limits: UserNamesUpload["limits"]
}

function UserNamesDialog({ limits: { rows, bytes }, ...dialog }: UserNamesDialogProps) {
  const t = useTranslations("settings.names")
  const client = useQueryClient()
  const router = useRouter()
  return (
    <NamesFileDialog
      {...dialog}
      title={t("title")}
      note={t("fileNote")}
      columns={userNameColumns}
      maxRows={rows}
      bring={uploadUserNames}
      countOf={({ count }) => count}
      say={({ count }, isSaved) => t(isSaved ? "done" : "preview", { count })}
      onSaved={async () => {
        await client.invalidateQueries({ queryKey: apiKey("/api/names/users") })
        router.refresh()
      }}
    >
      <p className="mt-1">{t("formatFacts", { rows, size: bytes / mebibyte })}</p>
    </NamesFileDialog>
  )
}

function NamesCount() {
  const t = useTranslations("settings.names")
  const { data, error, refetch } = useQuery(userNamesUploadOptions())
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-5 w-64" />
  if (data.count === 0) return <p>{t("none")}</p>
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold text-lg tabular">{t("count", { count: data.count })}</span>
      {data.uploadedAt === undefined ? null : (
        <span className="text-ink-muted">
          {t("uploaded")} <DateTime value={new Date(data.uploadedAt).toISOString()} />{" "}
          {data.uploadedBy ? t("by", { name: data.uploadedBy }) : null}
        </span>
      )}
    </p>
  )
}

/** Departments in the file that match none or several of the platform's. */
function Unplaced({ departments }: { departments: UserNamesUpload["unplaced"] }) {
  const t = useTranslations("settings.names")
  const format = useFormatter()
  if (departments.length === 0) return null
  return (
    <div className="space-y-2">
      <p className="max-w-2xl text-caution-ink">{t("unplaced")}</p>
      <div className="max-h-72 overflow-y-auto rounded-md border">
        <Table label={t("unplacedTable")}>
          <TableHead>
            <TableRow>
              <TableHeaderCell>{t("department")}</TableHeaderCell>
              <TableHeaderCell>{t("reason")}</TableHeaderCell>
              <TableHeaderCell className="text-right">{t("people")}</TableHeaderCell>
            </TableRow>
          </TableHead>
          <tbody>
            {departments.map(({ text, people, isAmbiguous }) => (
              <TableRow key={text}>
                <TableCell>{text}</TableCell>
                <TableCell>{t(isAmbiguous ? "ambiguous" : "unknown")}</TableCell>
                <TableCell className="text-right tabular">{format.number(people)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  )
}

function RemoveAll() {
  const t = useTranslations("settings.names")
  const [open, setOpen] = useState(false)
  const { run, busy, problem } = useChange(removeUserNames, apiKey("/api/names/users"))
  const remove = async () => {
    if (await run(undefined)) setOpen(false)
  }
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger render={<Button size="sm" variant="ghost" />}>{t("remove")}</DialogTrigger>
      <ConfirmRemoval
        title={t("removeTitle")}
        action={t("remove")}
        busy={busy}
        error={problem}
        onRemove={remove}
      >
        {t("removeDetail")}
      </ConfirmRemoval>
    </Dialog>
  )
}
