"use client"

import { useEffect, useState } from "react"
import { QuotaWait } from "./quota-wait"
import { beginWait } from "./waits"

/** Over a page that the server still waits for. It stands beside the boundary, because React does not bring a fallback of the server's to life. */
export function WaitNotice({ until }: { until: Promise<null> }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const endWait = beginWait()
    const end = () => {
      endWait()
      setIsOver(true)
    }
    until.then(end, end)
    return endWait
  }, [until])
  if (isOver) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 top-48 grid justify-center px-4">
      <QuotaWait look="card" />
    </div>
  )
}
