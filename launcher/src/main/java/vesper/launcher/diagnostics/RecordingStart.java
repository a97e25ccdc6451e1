package vesper.launcher.diagnostics;

/** What came of starting a recording. */
public sealed interface RecordingStart {
    record Started(FlightRecording recording) implements RecordingStart {}

    /** Another one runs. */
    record Busy(String id) implements RecordingStart {}

    record NoSettings(String name) implements RecordingStart {}

    record Failed(String why) implements RecordingStart {}
}
