package vesper.launcher;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import vesper.launcher.settings.WrongSettingException;

/** Commands for the API keys of a running server. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description = "The API keys of a running server.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper key add acme-shop --tenant acme --group clients    prints the key, once",
            "  vesper key list",
            "  vesper key revoke 0a1b2c3d4e5f60718293"
        })
final class KeyCommand implements Runnable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String PATH = "/admin/keys";

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    KeyCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? There are list, add and revoke");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the keys, without their secrets.",
            optionListHeading = "%nOptions:%n")
    int list(@Mixin CallOptions call) throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            Table table = new Table().row("ID", "NAME", "GROUPS", "SCOPES", "TENANT", "EXPIRES", "LAST USED");
            for (JsonNode key : server.read(server.text(PATH + "?limit=1000")).path("items")) {
                table.row(
                        key.path("id").asString(""),
                        key.path("name").asString(""),
                        NamesText.of(key.path("groups")),
                        NamesText.of(key.path("scopes")),
                        key.path("tenant").asString(""),
                        key.path("expires").asString("never"),
                        key.path("lastUsedAt").asString("never"));
            }
            context.out().print(table);
        }
        context.out().flush();
        return ExitCode.DONE.number();
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Adds a key and prints it. It is never shown again.",
            optionListHeading = "%nOptions:%n")
    int add(
            @Parameters(paramLabel = "NAME", description = "Name of the program that gets the key.") String name,
            @Option(names = "--group", paramLabel = "GROUP", description = "A group of the caller; may be repeated.")
                    @Nullable
                    List<String> groups,
            @Option(names = "--scope", paramLabel = "SCOPE", description = "What the key is for; may be repeated.")
                    @Nullable
                    List<String> scopes,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "The company that the caller belongs to.")
                    @Nullable
                    String tenant,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "When the key ends, as 2027-01-01T00:00:00Z; without it, never.")
                    @Nullable
                    String expires,
            @Option(names = "--note", paramLabel = "TEXT", description = "For people.") @Nullable String note,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        if (groups != null) fields.put("groups", groups);
        if (scopes != null) fields.put("scopes", scopes);
        if (tenant != null) fields.put("tenant", tenant);
        if (expires != null) fields.put("expires", expires);
        if (note != null) fields.put("note", note);
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            JsonNode added = server.read(server.change("POST", PATH, fields));
            context.out().println(added.path("key").asString(""));
        }
        return ExitCode.DONE.number();
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revokes a key on all nodes, and the tokens made with it.",
            optionListHeading = "%nOptions:%n")
    int revoke(
            @Parameters(paramLabel = "ID", description = "Id of the key, as list shows it.") String id,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            server.change("DELETE", PATH + "/" + NamesText.inPath(id), null);
        }
        context.out().println("revoked key " + id);
        return ExitCode.DONE.number();
    }
}
