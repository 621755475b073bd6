"use client"

import { ArrowDown, ArrowUp, EyeOff } from "lucide-react"
import { Button } from "@/components/ui/button"
import { ConfirmRemoval } from "@/components/ui/confirm-removal"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from "@/components/ui/menu"
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover"
import { Sheet, SheetContent, SheetTrigger } from "@/components/ui/sheet"
import { Tooltip } from "@/components/ui/tooltip"
import { ZoneList } from "@/components/ui/zone-list"
import { Specimen } from "./specimen"

export function Overlays() {
  return (
    <Specimen title="Overlays">
      <div className="flex flex-wrap gap-2">
        <Menu>
          <MenuTrigger render={<Button />}>Menu</MenuTrigger>
          <MenuContent>
            <MenuGroup>
              <MenuLabel>Sort</MenuLabel>
              <MenuItem>
                <ArrowUp aria-hidden="true" /> Ascending
              </MenuItem>
              <MenuItem>
                <ArrowDown aria-hidden="true" /> Descending
              </MenuItem>
            </MenuGroup>
            <MenuSeparator />
            <MenuCheckboxItem defaultChecked>Name</MenuCheckboxItem>
            <MenuItem disabled>
              <EyeOff aria-hidden="true" /> Hide
            </MenuItem>
          </MenuContent>
        </Menu>
        <Popover>
          <PopoverTrigger render={<Button />}>Popover</PopoverTrigger>
          <PopoverContent label="Filter">A small form goes here.</PopoverContent>
        </Popover>
        <Popover>
          <PopoverTrigger render={<Button />}>Zones</PopoverTrigger>
          <PopoverContent label="Zones" className="w-96">
            <ZoneList
              label="Zones"
              own={{ zone: "Europe/Copenhagen", label: "The browser's" }}
              chosen={undefined}
              onChoose={() => {}}
            />
          </PopoverContent>
        </Popover>
        <Dialog>
          <DialogTrigger render={<Button />}>Removal</DialogTrigger>
          <ConfirmRemoval
            title="Remove Revenue?"
            action="Remove"
            busy={false}
            error={undefined}
            onRemove={() => {}}
          >
            The copy goes with its rows.
          </ConfirmRemoval>
        </Dialog>
        <Tooltip content="The exact value">
          <Button>Tooltip</Button>
        </Tooltip>
        <Dialog>
          <DialogTrigger render={<Button />}>Dialog</DialogTrigger>
          <DialogContent
            title="Discard the changes?"
            description="Two fields were changed."
            actions={
              <>
                <DialogClose render={<Button />}>Keep editing</DialogClose>
                <DialogClose render={<Button variant="danger" />}>Discard</DialogClose>
              </>
            }
          >
            Name and time zone go back to what they were.
          </DialogContent>
        </Dialog>
        <Sheet>
          <SheetTrigger render={<Button />}>Sheet</SheetTrigger>
          <SheetContent title="Store Odense" description="Department">
            The whole record.
          </SheetContent>
        </Sheet>
      </div>
    </Specimen>
  )
}
