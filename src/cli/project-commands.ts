import { Command } from 'commander';
import { listProjects, type ProjectRow } from '#features/projects/project-queries.ts';
import { projectView } from '#features/projects/project-view.ts';
import { renameProject } from '#features/projects/rename-project.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { profileOption } from './api-client.ts';
import { jsonOption, parseRows, uuidOf } from './arguments.ts';
import { callerProjectCommands, listOverApi } from './caller-commands.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

export function projectCommands(context: CliContext): Command {
  const project = new Command('project').description(
    'projects: your own with the API, or, as an operator, those of any account',
  );
  for (const command of callerProjectCommands(context)) project.addCommand(command);
  project.addCommand(listCommand(context));
  project.addCommand(archiveCommand(context, 'archive', 'archive a project; its codes stop working', true));
  project.addCommand(archiveCommand(context, 'unarchive', 'restore a project; its codes work again', false));
  project.addCommand(renameCommand(context));
  return project;
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description(
      'list your projects with the API, or, as an operator, the projects of an account; newest first',
    )
    .option('--account <id>', 'acc_…: as an operator, from the database')
    .addOption(profileOption())
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(async (options: { account?: string; profile?: string; rows: number; json?: boolean }) => {
      if (options.account === undefined) return listOverApi(context, 'projects', options);
      const projects = await listProjects(context.db(), uuidOf('acc', options.account), null, options.rows);
      const rows = projects.map(operatorView);
      if (options.json) return context.print(formatJson(rows));
      context.print(
        formatTable(rows, ['project_id', 'name', 'is_default', 'is_archived', 'created_via', 'created_at']),
      );
    });
}

function archiveCommand(context: CliContext, name: string, description: string, archived: boolean): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'prj_…')
    .addOption(jsonOption())
    .action(async (id: string, options: { json?: boolean }) => {
      printProject(context, await setProjectArchived(context.db(), uuidOf('prj', id), archived), options);
    });
}

function renameCommand(context: CliContext): Command {
  return new Command('rename')
    .description('rename a project')
    .argument('<id>', 'prj_…')
    .argument('<name>')
    .addOption(jsonOption())
    .action(async (id: string, name: string, options: { json?: boolean }) => {
      printProject(context, await renameProject(context.db(), uuidOf('prj', id), name), options);
    });
}

/** An operator also sees what the public API doesn't show. */
function operatorView(project: ProjectRow) {
  return { ...projectView(project), is_archived: project.is_archived };
}

function printProject(context: CliContext, project: ProjectRow, options: { json?: boolean }): void {
  context.print(options.json ? formatJson(operatorView(project)) : formatFields(operatorView(project)));
}
