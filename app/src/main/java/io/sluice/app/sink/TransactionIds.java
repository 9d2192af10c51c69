package io.sluice.app.sink;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one place where the identity of a commit is made: query, topic (by Kafka's id, so that a topic that was deleted and
 * made anew starts over) and partition. The version of a transaction id in the Delta log is the next offset of that partition.
 *
 * @param queryId id from the query's identity
 * @param topicId Kafka's id of the closed-windows topic, or of the source where its rows are appended as they are
 */
public record TransactionIds(String queryId, String topicId) {
    private static final Pattern FORM =
            Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):[A-Za-z0-9_-]{22}:\\d+");

    /** The ids of the other queries, in order, that transaction ids of this form among the given ones belong to. */
    public static SortedSet<String> otherQueries(Collection<String> transactionIds, String ownQuery) {
        SortedSet<String> queries = new TreeSet<>();
        for (String id : transactionIds) {
            Matcher form = FORM.matcher(id);
            if (form.matches() && !form.group(1).equals(ownQuery)) {
                queries.add(form.group(1));
            }
        }
        return queries;
    }

    public String of(int partition) {
        return prefix() + topicId + ":" + partition;
    }

    /** Stands at 1 once the table's log says where reading began, partition by partition; those that began at 0 have no position. */
    public String begun() {
        return prefix() + topicId + ":begun";
    }

    /** What all transaction ids of the query begin with, whatever the topic. */
    public String prefix() {
        return queryId + ":";
    }
}
