#!/usr/bin/env node
import { runCommandLine } from '#main/command-line.ts';

// Whatever is still open by now (a socket, a connection that answers nobody) must not keep the process.
process.exit(await runCommandLine(process.argv, process.env));
