package vesper.bench.instrument;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import vesper.bench.Redactor;

/**
 * A server and the way to start it. Arms with equal subjects share its process.
 *
 * @param name letters, digits, dots and hyphens, as used in file names; unique for each subject
 * @param version for output; empty if unknown
 * @param command the command; {@value #DATA} in it stands for a folder that is empty at each start
 * @param environment variables in addition to those of this process
 * @param directory working directory of the command
 * @param isJvm true if its code is compiled while it warms up
 * @param timeout time limit to become ready
 * @param setupRequests requests that are sent once it is ready, before any load
 * @param probe path at which it reports its backlog; empty if it does not
 * @param existing an existing process, which is neither started nor ended; empty for a process to start
 */
public record ServerSpec(
        String name,
        String version,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        boolean isJvm,
        Duration timeout,
        List<SetupRequest> setupRequests,
        Optional<IdleProbe> probe,
        Optional<ExistingServer> existing) {
    /** Placeholder for the folder in which a server may store data. */
    public static final String DATA = "{data}";

    /** The address of an existing process. */
    public record ExistingServer(long pid, URI url) {}

    /** A request that switches a feature; its response must have a status below 300. */
    public record SetupRequest(String method, String path, String body) {}

    public ServerSpec {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,99}"))
            throw new IllegalArgumentException("name \"" + name + "\"");
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        setupRequests = List.copyOf(setupRequests);
    }

    /** Creates a subject that does not report its backlog. */
    public ServerSpec(
            String name,
            String version,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            boolean isJvm,
            Duration timeout,
            List<SetupRequest> setupRequests) {
        this(
                name,
                version,
                command,
                environment,
                directory,
                isJvm,
                timeout,
                setupRequests,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a server that already runs on this machine. */
    public static ServerSpec existing(String name, ExistingServer running, boolean isJvm) {
        return new ServerSpec(
                name,
                "",
                List.of(),
                Map.of(),
                Path.of(""),
                isJvm,
                Duration.ZERO,
                List.of(),
                Optional.empty(),
                Optional.of(running));
    }

    public String label() {
        return version.isEmpty() ? name : name + " " + version;
    }

    public ServerSpec named(String value) {
        return new ServerSpec(
                value, version, command, environment, directory, isJvm, timeout, setupRequests, probe, existing);
    }

    /** Returns a copy with further arguments at the end of its command. */
    public ServerSpec withArguments(String... arguments) {
        List<String> longer = new ArrayList<>(command);
        longer.addAll(List.of(arguments));
        return new ServerSpec(
                name, version, longer, environment, directory, isJvm, timeout, setupRequests, probe, existing);
    }

    /** Returns a copy with another program and the same arguments. */
    public ServerSpec withProgram(Path program, Path folder) {
        List<String> other = new ArrayList<>(command);
        other.set(0, program.toString());
        return new ServerSpec(
                name, version, other, environment, folder, isJvm, timeout, setupRequests, probe, existing);
    }

    /** Returns a copy with a variable; the value is appended to an existing one. */
    public ServerSpec withVariable(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.merge(variable, value, (before, added) -> before + " " + added);
        return new ServerSpec(name, version, command, more, directory, isJvm, timeout, setupRequests, probe, existing);
    }

    public ServerSpec withSetupRequest(SetupRequest more) {
        List<SetupRequest> all = new ArrayList<>(setupRequests);
        all.add(more);
        return new ServerSpec(name, version, command, environment, directory, isJvm, timeout, all, probe, existing);
    }

    public ServerSpec withProbe(IdleProbe value) {
        return new ServerSpec(
                name,
                version,
                command,
                environment,
                directory,
                isJvm,
                timeout,
                setupRequests,
                Optional.of(value),
                existing);
    }

    /** Returns a copy whose texts are cleaned for a report. */
    ServerSpec redacted(Redactor redactor) {
        return new ServerSpec(
                name,
                version,
                redactor.ofCommand(command),
                redactor.ofVariables(environment),
                directory,
                isJvm,
                timeout,
                setupRequests.stream()
                        .map(one -> new SetupRequest(
                                one.method(), redactor.redact(one.path()), redactor.redact(one.body())))
                        .toList(),
                probe,
                existing);
    }

    List<String> command(Path data) {
        return command.stream().map(part -> part.replace(DATA, data.toString())).toList();
    }
}
