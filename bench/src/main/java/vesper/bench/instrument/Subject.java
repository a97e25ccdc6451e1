package vesper.bench.instrument;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import vesper.bench.SharedText;

/**
 * A server and the way to start it. Arms with equal subjects share its process.
 *
 * @param name letters, digits, dots and hyphens, as used in file names; unique for each subject
 * @param version for output; empty if unknown
 * @param command the command; {@value #DATA} in it stands for a folder that is empty at each start
 * @param environment variables in addition to those of this process
 * @param directory working directory of the command
 * @param isJvm true if its code is compiled while it warms up
 * @param patience time limit to become ready
 * @param switches requests that are sent once it is ready, before any load
 * @param probe path at which it reports its backlog; empty if it does not
 * @param running an existing process, which is neither started nor ended; empty for a process to start
 */
public record Subject(
        String name,
        String version,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        boolean isJvm,
        Duration patience,
        List<Switch> switches,
        Optional<IdleProbe> probe,
        Optional<Running> running) {
    /** Placeholder for the folder in which a server may store data. */
    public static final String DATA = "{data}";

    /** The address of an existing process. */
    public record Running(long pid, URI url) {}

    /** A request that switches a feature; its response must have a status below 300. */
    public record Switch(String method, String path, String body) {}

    public Subject {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,99}"))
            throw new IllegalArgumentException("name \"" + name + "\"");
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        switches = List.copyOf(switches);
    }

    /** Creates a subject that does not report its backlog. */
    public Subject(
            String name,
            String version,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            boolean isJvm,
            Duration patience,
            List<Switch> switches) {
        this(
                name,
                version,
                command,
                environment,
                directory,
                isJvm,
                patience,
                switches,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a server that already runs on this machine. */
    public static Subject running(String name, Running running, boolean isJvm) {
        return new Subject(
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

    public Subject named(String value) {
        return new Subject(value, version, command, environment, directory, isJvm, patience, switches, probe, running);
    }

    /** Returns a copy with further arguments at the end of its command. */
    public Subject with(String... arguments) {
        List<String> longer = new ArrayList<>(command);
        longer.addAll(List.of(arguments));
        return new Subject(name, version, longer, environment, directory, isJvm, patience, switches, probe, running);
    }

    /** Returns a copy with another program and the same arguments. */
    public Subject withProgram(Path program, Path folder) {
        List<String> other = new ArrayList<>(command);
        other.set(0, program.toString());
        return new Subject(name, version, other, environment, folder, isJvm, patience, switches, probe, running);
    }

    /** Returns a copy with a variable; the value is appended to an existing one. */
    public Subject withVariable(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.merge(variable, value, (before, added) -> before + " " + added);
        return new Subject(name, version, command, more, directory, isJvm, patience, switches, probe, running);
    }

    public Subject withSwitch(Switch more) {
        List<Switch> all = new ArrayList<>(switches);
        all.add(more);
        return new Subject(name, version, command, environment, directory, isJvm, patience, all, probe, running);
    }

    public Subject withProbe(IdleProbe value) {
        return new Subject(
                name, version, command, environment, directory, isJvm, patience, switches, Optional.of(value), running);
    }

    /** Returns a copy whose texts are cleaned for a report. */
    Subject shared(SharedText how) {
        return new Subject(
                name,
                version,
                how.ofCommand(command),
                how.ofVariables(environment),
                directory,
                isJvm,
                patience,
                switches.stream()
                        .map(one -> new Switch(one.method(), how.of(one.path()), how.of(one.body())))
                        .toList(),
                probe,
                running);
    }

    List<String> command(Path data) {
        return command.stream().map(part -> part.replace(DATA, data.toString())).toList();
    }
}
