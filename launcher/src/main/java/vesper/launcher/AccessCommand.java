package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
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

/** Commands for the access rules of a running server. */
@Command(
        name = "access",
        mixinStandardHelpOptions = true,
        description = "The rules on who may call which paths of a running server.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper access add orders --path '/api/orders/**' --allow group:clerks --allow scope:orders:read",
            "  vesper access check --as ann GET /api/orders/7    says what ann would get",
            "  vesper access list"
        })
final class AccessCommand implements Runnable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String PATH = "/admin/access/rules";

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    AccessCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? There are list, add, remove and check");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the rules in the order in which they are tried.",
            optionListHeading = "%nOptions:%n")
    int list(@Mixin CallOptions call) throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            Table table = new Table().row("ID", "PRIORITY", "METHODS", "PATH", "ALLOW", "STATE");
            for (JsonNode rule : server.read(server.text(PATH)).path("items")) {
                String methods = NamesText.of(rule.path("methods"));
                table.row(
                        rule.path("id").asString(""),
                        rule.path("priority").asString(""),
                        methods.isEmpty() ? "all" : methods,
                        rule.path("path").asString(rule.path("pathRegex").asString("")),
                        NamesText.of(rule.path("allow")),
                        rule.path("enabled").asBoolean(true) ? "enabled" : "disabled");
            }
            context.out().print(table);
        }
        context.out().flush();
        return ExitCode.DONE.number();
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Adds a rule.",
            optionListHeading = "%nOptions:%n")
    int add(
            @Parameters(paramLabel = "NAME", description = "Name of the rule.") String name,
            @Option(
                            names = "--path",
                            paramLabel = "PATTERN",
                            required = true,
                            description = "Paths: ? is a character, * a segment, ** any number of segments.")
                    String path,
            @Option(
                            names = "--allow",
                            paramLabel = "WHO",
                            required = true,
                            description = "public, authenticated, operator, group:NAME or scope:NAME; may be repeated.")
                    List<String> allow,
            @Option(names = "--method", paramLabel = "METHOD", description = "May be repeated; without it, all.")
                    @Nullable
                    List<String> methods,
            @Option(
                            names = "--priority",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "The lowest is tried first; 0 if nothing is given.")
                    int priority,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("path", path);
        fields.put("allow", allow);
        if (methods != null) fields.put("methods", methods);
        fields.put("priority", priority);
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            JsonNode added = server.read(server.change("POST", PATH, fields));
            context.out().println("added rule " + added.path("id").asString(""));
        }
        return ExitCode.DONE.number();
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Removes a rule.",
            optionListHeading = "%nOptions:%n")
    int remove(
            @Parameters(paramLabel = "ID", description = "Id of the rule, as list shows it.") String id,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            server.change("DELETE", PATH + "/" + NamesText.inPath(id), null);
        }
        context.out().println("removed rule " + id);
        return ExitCode.DONE.number();
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Says what a caller would get, without sending the request. Exits with 1 if it is rejected.",
            optionListHeading = "%nOptions:%n")
    int check(
            @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST …") String method,
            @Parameters(index = "1", paramLabel = "PATH", description = "/api/orders/7") String path,
            @Option(
                            names = "--as",
                            paramLabel = "NAME",
                            description = "Name of a user, or key: and the id of a key; without it, no credentials.")
                    @Nullable
                    String as,
            @Mixin CallOptions call)
            throws CommandFailedException, WrongSettingException, InterruptedException {
        String query =
                "?method=" + encoded(method) + "&path=" + encoded(path) + (as == null ? "" : "&as=" + encoded(as));
        try (AdminCalls server = call.open(context.environment(), TIMEOUT)) {
            JsonNode decision = server.read(server.text("/admin/access/preview" + query));
            int status = decision.path("status").asInt(0);
            String needs = decision.path("needs").asString("");
            String route = decision.path("route").asString("");
            context.out()
                    .println((status == 200 ? "admitted" : status + ": needs " + needs) + ", decided by "
                            + decision.path("by").asString("")
                            + (route.isEmpty() ? ", but no route handles it" : ", route " + route));
            return status == 200 ? ExitCode.DONE.number() : ExitCode.FAILED.number();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
