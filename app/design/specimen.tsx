import type { ReactNode } from "react"
import { Card, CardBody, CardHead } from "@/components/ui/card"

/** A group of components under one heading. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHead title={title} />
      <CardBody className="space-y-4">{children}</CardBody>
    </Card>
  )
}

/** Some states of one component in a row. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[8rem_1fr] sm:items-center">
      <span className="text-ink-faint text-xs">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
