package vesper.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.bench.load.SearchPath;

/** Versions of optional programs on this machine, and the revision of the repository. */
final class InstalledTools {
    private static final long MAX_SECONDS = 5;
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[\\w.+~-]*");

    private record Tool(String name, String argument) {}

    private static final List<Tool> TOOLS = List.of(
            new Tool("wrk", "-v"),
            new Tool("ab", "-V"),
            new Tool("httperf", "--version"),
            new Tool("cc", "--version"),
            new Tool("go", "version"),
            new Tool("nginx", "-v"));

    private InstalledTools() {}

    /**
     * Returns the version of each program that is installed.
     *
     * @param searchPath value of the variable PATH
     */
    static Map<String, String> versions(String searchPath) {
        Map<String, String> versions = new LinkedHashMap<>();
        for (Tool tool : TOOLS) {
            SearchPath.findServer(tool.name, searchPath)
                    .ifPresent(program -> versions.put(
                            tool.name,
                            outputOf(List.of(program.toString(), tool.argument))
                                    .flatMap(InstalledTools::version)
                                    .orElse("installed, version unknown")));
        }
        return versions;
    }

    /** Returns the commit that is checked out, marked if tracked files have changes. */
    static String revision(Path root) {
        return outputOf(List.of(
                        "git", "-C", root.toString(), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"))
                .map(String::strip)
                .filter(text -> text.matches("[0-9a-f]{40}(-dirty)?"))
                .map(text -> text.replace("-dirty", ", changed"))
                .orElse("unknown");
    }

    static Optional<String> version(String text) {
        Matcher version = VERSION.matcher(text);
        return version.find() ? Optional.of(version.group()) : Optional.empty();
    }

    /** Returns the output of a command, a few lines; empty if the program cannot be started or does not end in time. */
    private static Optional<String> outputOf(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) return Optional.empty();
                return Optional.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
