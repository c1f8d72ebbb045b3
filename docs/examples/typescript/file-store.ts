// Keeps actions as JSON files, one each. A server keeps them in rows of its database instead.

import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ActionStore, StoredAction } from "./semel.js";

export class FileActionStore implements ActionStore {
  constructor(private readonly directory: string) {}

  async begin(action: StoredAction): Promise<StoredAction> {
    const written = await this.write(action);
    try {
      // Fails when the file is there, so that of two that begin at once only one has its key kept.
      await link(written, this.file(action));
      await this.sync(this.directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    } finally {
      await rm(written);
    }
    return JSON.parse(await readFile(this.file(action), "utf8")) as StoredAction;
  }

  async end(action: StoredAction): Promise<void> {
    await rename(await this.write(action), this.file(action));
    await this.sync(this.directory);
  }

  /** Writes it beside the others. It is whole and on the disk before anybody sees it under its name. */
  private async write(action: StoredAction): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const beside = `${this.file(action)}.${process.pid}-${crypto.randomUUID()}`;
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(action));
      await file.sync();
    } finally {
      await file.close();
    }
    return beside;
  }

  private async sync(path: string): Promise<void> {
    const directory = await open(path);
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }

  private file(action: StoredAction): string {
    return join(this.directory, `${encodeURIComponent(action.id)}.json`);
  }
}
