"use client"

import { UndoBatch } from "@/components/activity/undo-batch"
import { BatchView } from "@/components/departments/bulk/batch-view"
import type { ListOperation } from "@/lib/catalogue"
import type { Batch } from "@/lib/client"

export interface BatchScreenProps {
  readonly id: string
  /** The list that shows departments whole. */
  readonly list: ListOperation
  readonly mayWrite: boolean
}

/** A batch, and for who may change departments what can be done about it. */
export function BatchScreen({ id, list, mayWrite }: BatchScreenProps) {
  const undo = (batch: Batch) => <UndoBatch batch={batch} list={list} />
  return <BatchView id={id} list={list} {...(mayWrite && { undo })} />
}
