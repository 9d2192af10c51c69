package io.sluice.delta.commit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Puts a storage failure into words for whoever runs the process: what happened, where, and the remedy where it is known. */
final class StorageFailure {
    private StorageFailure() {}

    static String describe(Throwable failure) {
        List<String> messages = new ArrayList<>();
        String remedy = "";
        for (Throwable cause : chain(failure)) {
            String message = message(cause);
            if (messages.stream().noneMatch(shown -> shown.contains(message))) {
                messages.add(message);
            }
            remedy = remedy.isEmpty() ? remedy(cause) : remedy;
        }
        String what = String.join(" <- ", messages);
        return remedy.isEmpty() ? what : remedy + " [" + what + "]";
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !chain.contains(cause); cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    private static String message(Throwable cause) {
        String text = cause.getMessage();
        if (text == null || text.isBlank()) {
            return cause.getClass().getSimpleName();
        }
        boolean speaksForItself = cause instanceof FileSystemException || cause.getClass() == IOException.class;
        return speaksForItself ? text : cause.getClass().getSimpleName() + ": " + text;
    }

    private static String remedy(Throwable cause) {
        String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no space left")) {
            return "the disk is full: free some space and start again";
        }
        if (text.contains("quota exceeded")) {
            return "the disk quota is used up: raise it or free some space, and start again";
        }
        if (text.contains("read-only file system")) {
            return "the file system is read-only: mount it writable, or choose another path";
        }
        if (cause instanceof AccessDeniedException || text.contains("permission denied")) {
            return "permission denied: let this process's user write to the table's folder and its _delta_log";
        }
        return "";
    }
}
