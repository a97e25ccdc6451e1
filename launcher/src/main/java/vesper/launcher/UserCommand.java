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

/** Commands for the users of a running server. */
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "The users of a running server.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper user add ann --operator                      the first operator",
            "  vesper user add bob --group clerks --tenant acme    a user of a company",
            "  vesper user change bob --disabled",
            "  vesper user list"
        })
final class UserCommand implements Runnable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String PATH = "/admin/users";

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    UserCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? There are list, add, change and remove");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the users.",
            optionListHeading = "%nOptions:%n")
    int list(@Mixin CallOptions call) throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            Table table = new Table().row("NAME", "GROUPS", "TENANT", "STATE");
            for (JsonNode user : server.read(server.text(PATH + "?limit=1000")).path("items")) {
                table.row(
                        user.path("name").asString(""),
                        NamesText.of(user.path("groups")),
                        user.path("tenant").asString(""),
                        (user.path("operator").asBoolean(false) ? "operator" : "user")
                                + (user.path("enabled").asBoolean(true) ? "" : ", disabled"));
            }
            context.out().print(table);
        }
        context.out().flush();
        return ExitCode.DONE.number();
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Adds a user. The password comes from VESPER_NEW_PASSWORD, or is asked for on the terminal.",
            optionListHeading = "%nOptions:%n")
    int add(
            @Parameters(paramLabel = "NAME", description = "Name of the user.") String name,
            @Option(names = "--operator", description = "The user operates the server.") boolean operator,
            @Option(names = "--group", paramLabel = "GROUP", description = "A group of the user; may be repeated.")
                    @Nullable
                    List<String> groups,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "The company that the user belongs to.")
                    @Nullable
                    String tenant,
            @Option(names = "--email", paramLabel = "ADDRESS", description = "For people.") @Nullable String email,
            @Option(names = "--no-password", description = "The user signs in by other means only.")
                    boolean withoutPassword,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        if (!withoutPassword) fields.put("password", Passwords.ofNewUser(context.environment(), name));
        fields.put("operator", operator);
        if (groups != null) fields.put("groups", groups);
        if (tenant != null) fields.put("tenant", tenant);
        if (email != null) fields.put("email", email);
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            server.change("POST", PATH, fields);
        }
        context.out().println("added " + (operator ? "operator " : "user ") + name);
        return ExitCode.DONE.number();
    }

    @Command(
            name = "change",
            mixinStandardHelpOptions = true,
            description = "Changes what the options name, and leaves the rest.",
            optionListHeading = "%nOptions:%n")
    int change(
            @Parameters(paramLabel = "NAME", description = "Name of the user.") String name,
            @Option(names = "--group", paramLabel = "GROUP", description = "The groups from now on; may be repeated.")
                    @Nullable
                    List<String> groups,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "The company that the user belongs to.")
                    @Nullable
                    String tenant,
            @Option(names = "--operator", paramLabel = "true|false", description = "Whether the user is an operator.")
                    @Nullable
                    Boolean operator,
            @Option(names = "--enabled", description = "The user may call.") boolean enabled,
            @Option(names = "--disabled", description = "The user may not call.") boolean disabled,
            @Option(names = "--password", description = "Asks for a new password; see add.") boolean password,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        if (enabled && disabled) {
            throw new ParameterException(spec.commandLine(), "--enabled and --disabled exclude each other");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        if (groups != null) fields.put("groups", groups);
        if (tenant != null) fields.put("tenant", tenant);
        if (operator != null) fields.put("operator", operator);
        if (enabled || disabled) fields.put("enabled", enabled);
        if (password) fields.put("password", Passwords.ofNewUser(context.environment(), name));
        if (fields.isEmpty()) throw new ParameterException(spec.commandLine(), "there is nothing to change");
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            server.change("PATCH", PATH + "/" + NamesText.inPath(name), fields);
        }
        context.out().println("changed user " + name);
        return ExitCode.DONE.number();
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Removes a user, and ends the user's tokens and sessions.",
            optionListHeading = "%nOptions:%n")
    int remove(@Parameters(paramLabel = "NAME", description = "Name of the user.") String name, @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            server.change("DELETE", PATH + "/" + NamesText.inPath(name), null);
        }
        context.out().println("removed user " + name);
        return ExitCode.DONE.number();
    }
}
