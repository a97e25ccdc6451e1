package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the guide's page "Who may call", one after the other, on one server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AccessGuideTest {
    private static final Path PAGE = Path.of("..", "docs/guide/access.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```shell\\n(.*?)^```");
    private static final Pattern ASSIGNMENT = Pattern.compile("(\\w+)=\\$\\((\\./vesper .*)\\)");
    private static final Pattern ENVIRONMENT = Pattern.compile("(\\w+)='([^']*)' (\\./vesper .*)");

    private final Map<String, String> variables = new HashMap<>();

    @TempDir
    private Path folder;

    private @Nullable RunningVesper server;

    private record Command(String text, String output) {}

    private static List<Command> commands() throws IOException {
        List<Command> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            for (String part : block.group(1).split("(?m)^\\$ ")) {
                if (part.isBlank()) continue;
                int end = part.indexOf('\n');
                commands.add(new Command(
                        part.substring(0, end), part.substring(end + 1).stripTrailing()));
            }
        }
        return commands;
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    @Test
    void two_companies_with_keys_cannot_see_each_others_orders() throws Exception {
        List<Command> commands = commands();
        assertThat(commands).hasSizeGreaterThan(12);
        for (Command command : commands) {
            String output = run(command.text());
            if (!command.output().isEmpty())
                assertThat(output).as(command.text()).isEqualTo(command.output());
        }
    }

    private String run(String command) throws Exception {
        Matcher assignment = ASSIGNMENT.matcher(command);
        if (assignment.matches()) {
            variables.put(assignment.group(1), vesper(assignment.group(2), Map.of()));
            return "";
        }
        Matcher environment = ENVIRONMENT.matcher(command);
        if (environment.matches()) {
            return vesper(environment.group(3), Map.of(environment.group(1), environment.group(2)));
        }
        if (command.equals("./vesper run")) {
            server = RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
            return "";
        }
        return command.startsWith("./vesper ") ? vesper(command, Map.of()) : shell(command);
    }

    private String vesper(String command, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("VESPER_HTTP_PORT", Integer.toString(running().address().getPort()));
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command.substring("./vesper ".length()));
        while (word.find()) words.add(word.group(1) == null ? word.group(2) : word.group(1));
        CommandRun run = CommandRun.in(environment, words.toArray(String[]::new));
        assertThat(run.err()).as(command).isEmpty();
        return run.out().stripTrailing();
    }

    private String shell(String command) throws IOException, InterruptedException {
        String address = server == null ? "" : server.address().toString();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command.replace("http://127.0.0.1:8080/", address))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(variables);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.stripTrailing();
    }

    private RunningVesper running() {
        if (server == null) throw new IllegalStateException("the page starts no server before this command");
        return server;
    }
}
