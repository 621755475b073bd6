"use client"

import { Ellipsis } from "lucide-react"
import { BarRow } from "@/components/ui/bar-row"
import { Breadcrumbs } from "@/components/ui/breadcrumbs"
import { CrumbName } from "@/components/ui/crumb-name"
import { DateTime } from "@/components/ui/date-time"
import { IconButton } from "@/components/ui/icon-button"
import { MoreRows } from "@/components/ui/more-rows"
import { PageHead } from "@/components/ui/page-head"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table"
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs"
import { TileFrame } from "@/components/ui/tile-frame"
import { Specimen } from "./specimen"

const rows = [
  { name: "Store Aarhus", value: "1,204.50", at: "2026-11-20T08:00:00Z" },
  { name: "Store Odense", value: "98.00", at: "2026-11-19T17:45:00Z" },
]

export function Structure() {
  return (
    <Specimen title="Structure">
      <PageHead title="New rota" actions={<a href="/design">An action</a>}>
        What stands under a title.
      </PageHead>
      <CrumbName id="example" name="Example" />
      <Breadcrumbs
        label="Example"
        crumbs={[{ label: "Overview", href: "/design" }, { label: "Content" }, { label: "Posts" }]}
      />
      <Tabs defaultValue="da">
        <TabsList>
          <Tab value="da">Dansk</Tab>
          <Tab value="de">Deutsch</Tab>
          <Tab value="en">English</Tab>
        </TabsList>
        <TabPanel value="da">Ny arbejdsplan</TabPanel>
        <TabPanel value="de">Neuer Dienstplan</TabPanel>
        <TabPanel value="en">New rota</TabPanel>
      </Tabs>
      <Table label="Example" className="rounded-md border">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Name</TableHeaderCell>
            <TableHeaderCell className="text-right">Value</TableHeaderCell>
            <TableHeaderCell>Changed</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <TableCell>{row.name}</TableCell>
              <TableCell className="text-right">{row.value}</TableCell>
              <TableCell>
                <DateTime value={row.at} relative />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <div className="grid gap-4 sm:grid-cols-2">
        <TileFrame
          title="Revenue"
          href="/design"
          note="Store Aarhus"
          owner="Pinned by Eva"
          menu={
            <IconButton size="sm" label="More: Revenue">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <p className="font-semibold text-2xl tabular tracking-tight">1,204.50</p>
        </TileFrame>
        <TileFrame isSection title="Posts by language" href="/design" note="Of this month">
          <ul className="grid gap-3">
            <BarRow name="Danish" share={0.9} note="90% of 40">
              36
            </BarRow>
            <BarRow name="German" share={0.25} note="25% of 40">
              10
            </BarRow>
          </ul>
        </TileFrame>
      </div>
      <MoreRows shown={200} count={1412} onMore={() => {}} />
    </Specimen>
  )
}
