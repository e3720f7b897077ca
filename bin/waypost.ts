#!/usr/bin/env node
import { runCommandLine } from '#main/command-line.ts';

process.exitCode = await runCommandLine(process.argv, process.env);
