package vesper.launcher.diagnostics;

/** The outcome of starting a recording. */
public sealed interface RecordingStart {
    record Started(FlightRecording recording) implements RecordingStart {}

    /** Another recording is running. */
    record Busy(String id) implements RecordingStart {}

    record NoSettings(String name) implements RecordingStart {}

    record Failed(String why) implements RecordingStart {}
}
