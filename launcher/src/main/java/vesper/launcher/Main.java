package vesper.launcher;

/** Where the program begins: {@code java -jar vesper-launcher.jar run}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Surroundings surroundings = Surroundings.ofProcess();
        int exitCode = run(surroundings, arguments);
        surroundings.out().flush();
        surroundings.err().flush();
        System.exit(exitCode);
    }

    /** Runs one command to its end. */
    static int run(Surroundings surroundings, String... arguments) {
        return VesperCommand.line(surroundings, arguments).execute(arguments);
    }
}
