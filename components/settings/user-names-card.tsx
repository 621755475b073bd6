"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { apiKey, removeUserNames, uploadUserNames, userNamesUploadOptions } from "@/lib/client"
import { fileTypes } from "@/lib/client/files/read-file"
import { toCsvFile } from "@/lib/client/files/to-csv-file"
import type { UserNamesUpload } from "@/lib/contract"
import { Button } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { DateTime } from "../ui/date-time"
import { Dialog, DialogTrigger } from "../ui/dialog"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { FaultTable } from "./fault-table"
import { FileButton } from "./file-button"
import { useChange, useFileChange } from "./use-change"

const mebibyte = 1024 * 1024

/** Uploads names of users, and shows a file's faults by row. */
export function UserNamesCard() {
  const t = useTranslations("settings.names")
  const [file, setFile] = useState<File>()
  const { busy, outcome, send, forget } = useFileChange(uploadUserNames, apiKey("/api/names/users"))
  const { done, faults, problem } = outcome
  const { data } = useQuery(userNamesUploadOptions())
  async function choose(chosen: File) {
    forget()
    const csv = await toCsvFile(chosen, data?.limits.rows ?? 0)
    setFile(csv)
    send(csv, false)
  }
  const has = (data?.count ?? 0) > 0
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        {has ? <RemoveAll /> : null}
        <FileButton
          size="sm"
          variant={has ? "secondary" : "primary"}
          label={busy ? t("uploading") : has ? t("replace") : t("upload")}
          accept={fileTypes}
          disabled={busy}
          onFile={(chosen) => void choose(chosen)}
        />
      </CardHead>
      <CardBody className="space-y-4">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        <NamesCount />
        <Unplaced departments={data?.unplaced ?? []} />
        <p role="status" className="sr-only">
          {done ? t("done", { count: done.count }) : ""}
        </p>
        <ChangeProblem error={problem} />
        <FaultTable faults={faults} taken={done !== undefined} />
        {!done && faults.length > 0 ? (
          <Button disabled={busy} onClick={() => file && send(file, true)}>
            {t("takeGood")}
          </Button>
        ) : null}
        {data ? <FileFormat {...data.limits} /> : null}
      </CardBody>
    </Card>
  )
}

function FileFormat({ rows, bytes }: { rows: number; bytes: number }) {
  const t = useTranslations("settings.names")
  return (
    <div className="border-t pt-4 text-ink-muted text-xs">
      <h3 className="font-medium text-ink">{t("format")}</h3>
      <p className="mt-1 max-w-2xl">{t("formatFacts", { rows, size: bytes / mebibyte })}</p>
    </div>
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
